"""For all tests."""

import signal

import pytest
from hypothesis import settings

# a busy machine makes single examples slow
settings.register_profile("kinstep", deadline=None)
settings.load_profile("kinstep")


@pytest.fixture(autouse=True)
def ctrl_c_is_obeyed() -> None:
    """A process that was started in the background ignores Ctrl-C, and so would Python."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
