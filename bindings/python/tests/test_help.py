"""Everything public is described, with units."""

import inspect
from typing import Any

import pytest

import kinstep as ks


def described() -> "list[Any]":
    found = []
    for name in ks.__all__:
        thing = getattr(ks, name)
        found.append(pytest.param(thing, id=name))
        if inspect.isclass(thing):
            names = [member for member in dir(thing) if not member.startswith("_") and not hasattr(Exception, member)]
            # fields of dataclasses are described with their class
            names = [member for member in names if callable(getattr(thing, member)) or inspect.isdatadescriptor(getattr(thing, member))]
            found += [pytest.param(getattr(thing, member), id=f"{name}.{member}") for member in names]
    return found


@pytest.mark.parametrize("thing", described())
def test_help(thing: Any) -> None:
    assert inspect.getdoc(thing)


@pytest.mark.parametrize(
    "thing, unit",
    [(ks.World3.step, "[s]"), (ks.World2.add_body, "[kg]"), (ks.Swarm3.positions, "[m]"), (ks.Spring, "[N/m]"), (ks.Body, "[rad/s]")],
    ids=["step", "add_body", "positions", "Spring", "Body"],
)
def test_help_tells_units(thing: Any, unit: str) -> None:
    assert unit in (inspect.getdoc(thing) or "")
