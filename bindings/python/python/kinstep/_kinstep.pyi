"""The native half. Only its exceptions are public; the classes of the package call the rest."""

from typing import Any, Optional

class StepError(ArithmeticError):
    """A step cannot be made. The world is as it was."""

class RestoreError(ValueError):
    """Bytes are no state that fits. The world is as it was."""

World: Any
Ledger: Any
Swarm: Any
Model: Any
AimErrors: Any
Flight: Any

def drift(times: Any, values: Any, scale: Optional[float], steps: int) -> Any: ...
def step_arrays(arrays: Any, is_single: bool, forces: Any, numbers: Any) -> None: ...
def aim_error_names() -> Any: ...
def nothing() -> Any: ...
