"""The code of the READMEs runs."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("readme", [HERE / "README.md", HERE.parent.parent / "README.md"], ids=["of the package", "of the crate"])
def test_readme(readme: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    exec("\n".join(blocks), {})
    if readme.parent == HERE:
        assert "(121,) (121, 1, 3)\n" in capsys.readouterr().out
