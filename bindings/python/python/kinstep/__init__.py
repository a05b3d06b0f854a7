"""Rigid-body steps that are exact where an exact answer exists. Units are SI; angles are in radians."""

from importlib.metadata import version as _version

from . import diagnostics
from ._kinstep import BodyId, ForceId, RestoreError, StepError, SurfaceId
from ._types import BodyForce, BodyState, Field, Force, Torque
from .aim import Aim, AimCode, Attempts, Hits, Launches
from .body import Body, Body2, Body3
from .flight import (
    Arrivals,
    Ballistics,
    ClosestApproach,
    EngineStep,
    Flight,
    FlightEvent,
    FlightLanding,
    QuadraticAir,
    RationalAir,
)
from .forces import *  # noqa: F403
from .forces import __all__ as _forces
from .motion import Advanced, BodyEvent, Energy, Trajectory, Until, UntilApex, UntilCrossing, UntilSphere
from .surfaces import Ball, Box, Chain, Collision, Contact, Ground, Heightfield, Material, Plane, Response, Shape
from .swarm import Crossings, Swarm2, Swarm3, step_arrays
from .world import World2, World3

__version__: str = _version("kinstep")

__all__ = [
    *_forces,
    "Advanced",
    "Aim",
    "AimCode",
    "Arrivals",
    "Attempts",
    "Ball",
    "Ballistics",
    "Body",
    "Body2",
    "Body3",
    "BodyEvent",
    "BodyForce",
    "BodyId",
    "BodyState",
    "Box",
    "Chain",
    "ClosestApproach",
    "Collision",
    "Contact",
    "Crossings",
    "Energy",
    "EngineStep",
    "Field",
    "Flight",
    "FlightEvent",
    "FlightLanding",
    "Force",
    "ForceId",
    "Ground",
    "Heightfield",
    "Hits",
    "Launches",
    "Material",
    "Plane",
    "QuadraticAir",
    "RationalAir",
    "Response",
    "RestoreError",
    "Shape",
    "StepError",
    "SurfaceId",
    "Swarm2",
    "Swarm3",
    "Torque",
    "Trajectory",
    "Until",
    "UntilApex",
    "UntilCrossing",
    "UntilSphere",
    "World2",
    "World3",
    "__version__",
    "diagnostics",
    "step_arrays",
]
