"""The native half. Only its exceptions are public; the classes of the package call the rest."""

from typing import Any

class StepError(ArithmeticError):
    """A step cannot be made. The world is as it was."""

class RestoreError(ValueError):
    """Bytes are no state that fits. The world is as it was."""

def __getattr__(name: str) -> Any: ...
