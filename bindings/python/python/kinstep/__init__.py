"""Rigid-body steps that are exact where an exact answer exists. Units are SI; angles are in radians."""

from importlib.metadata import version as _version

from . import diagnostics, forces, words
from ._kinstep import RestoreError, StepError
from ._types import BodyForce, BodyState, Field, Force, Torque
from .aim import Aim, AimCode, Attempts, Hits, Launches
from .body import Body, Body2, Body3
from .flight import Arrivals, Ballistics, ClosestApproach, EngineStep, Flight, Landing, QuadraticAir, RationalAir
from .forces import *  # noqa: F403
from .ids import BodyId, ForceId, SurfaceId
from .motion import Advanced, Energy, Event, Trajectory, Until, UntilApex, UntilCrossing, UntilSphere
from .surfaces import Ball, Box, Chain, Collision, Contact, Ground, Heightfield, Material, Plane, Response, Shape
from .swarm import Crossings, Swarm2, Swarm3, step_arrays
from .world import World2, World3

__version__: str = _version("kinstep")

__all__ = [
    "__version__", "Advanced", "Aim", "AimCode", "AngularDrag", "Arrivals", "Attempts", "Ball", "Ballistics", "Body", "Body2",
    "Body3", "BodyForce", "BodyId", "BodyState", "Box", "Chain", "ClosestApproach", "Collision", "ConstantForce",
    "ConstantTorque", "Contact", "CriticalSpring", "Crossings", "diagnostics", "DryFriction", "Energy", "EngineStep", "Event",
    "Field", "Flight", "Force", "ForceId", "forces", "Ground", "Heightfield", "Hits", "Landing", "Launches", "LinearDrag",
    "MagneticField", "Magnus", "Material", "MutualGravity", "Plane", "PointGravity", "QuadraticAir", "QuadraticDrag",
    "QuadraticFall", "RationalAir", "Response", "RestoreError", "RotatingFrame", "Shape", "Spring", "step_arrays", "StepError",
    "SurfaceId", "Swarm2", "Swarm3", "Thruster", "Torque", "TorsionSpring", "Trajectory", "UniformGravity", "Until", "UntilApex",
    "UntilCrossing", "UntilSphere", "words", "World2", "World3",
]
