"""The code of the README runs."""

import re
from pathlib import Path

import pytest


def test_readme(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 2
    exec("\n".join(blocks), {})
    assert capsys.readouterr().out.endswith("(121,) (121, 1, 3)\n")
