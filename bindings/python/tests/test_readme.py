"""The code of the README and the examples runs; `check` looks at their types."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def readme() -> str:
    """The code of the README, as one program."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) > 9
    return "\n".join(blocks)


def test_readme(capsys: pytest.CaptureFixture[str]) -> None:
    exec(readme(), {})
    assert "(121,) (121, 1, 3)\n" in capsys.readouterr().out


@pytest.mark.parametrize("example", sorted(ROOT.glob("examples/*.py")), ids=lambda path: path.stem)
def test_examples(example: Path, tmp_path: Path) -> None:
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 60
    subprocess.run([sys.executable, "-W", "error", example, tmp_path], check=True, env={**os.environ, "MPLBACKEND": "Agg"})
    assert example.stem == "turret" or (tmp_path / f"{example.stem}.png").exists()


if __name__ == "__main__":
    print(readme())
