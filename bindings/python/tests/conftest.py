"""For all tests."""

import signal
import threading
import time
from typing import Callable

import pytest
from hypothesis import settings

# a busy machine makes single examples slow
settings.register_profile("kinstep", deadline=None)
settings.load_profile("kinstep")


@pytest.fixture(autouse=True)
def ctrl_c_is_obeyed() -> None:
    """A process that was started in the background ignores Ctrl-C, and so would Python."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def assert_ctrl_c_stops() -> Callable[[Callable[[], object]], None]:
    """Asserts that Ctrl-C stops work that would take half a minute or longer. Another thread sends it, which must be able to work meanwhile.

    What is counted is time on a processor, which a busy machine does not lengthen.
    """

    def check(work: Callable[[], object]) -> None:
        sent = 0.0

        def interrupt() -> None:
            nonlocal sent
            sent = time.process_time()
            signal.raise_signal(signal.SIGINT)

        threading.Timer(0.3, interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.process_time() - sent < 5.0

    return check
