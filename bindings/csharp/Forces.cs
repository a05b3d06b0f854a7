// Made from the source of the crates by `cargo run -p table`: change that.

namespace Kinstep
{
    public readonly partial struct Force
    {
        /// <summary>The same acceleration for every body: `a = g`.</summary>
        /// <param name="acceleration">g [m/s²], world frame.</param>
        public static Force UniformGravity(Vec acceleration) => new Force(new Writer(0).Put(acceleration));

        /// <summary>A force that is the same everywhere, and constant or linear in time: `F = F₀ + (dF/dt) t`.</summary>
        /// <param name="force">The force at time zero [N], world frame.</param>
        /// <param name="rate">Rate of change of the force [N/s].</param>
        public static Force ConstantForce(Vec force, Vec rate = default(Vec)) => new Force(new Writer(1).Put(force).Put(rate));

        /// <summary>Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.</summary>
        /// <param name="rate">Rate γ [1/s], independent of mass and inertia.</param>
        /// <param name="wind">Velocity of the air [m/s], world frame.</param>
        public static Force LinearDragRate(double rate, Vec wind = default(Vec)) => new Force(new Writer(2).Put(rate).Put(double.NaN).Put(wind));

        /// <summary>Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.</summary>
        /// <param name="coefficient">Coefficient [kg/s].</param>
        /// <param name="wind">Velocity of the air [m/s], world frame.</param>
        public static Force LinearDragCoefficient(double coefficient, Vec wind = default(Vec)) => new Force(new Writer(2).Put(double.NaN).Put(coefficient).Put(wind));

        /// <summary>Drag proportional to the square of the speed through the air: `F = -k |v - wind| (v - wind)`.</summary>
        /// <param name="coefficient">Coefficient k [kg/m].</param>
        /// <param name="wind">Velocity of the air [m/s], world frame.</param>
        public static Force QuadraticDrag(double coefficient, Vec wind = default(Vec)) => new Force(new Writer(3).Put(coefficient).Put(wind));

        /// <summary>Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.</summary>
        /// <param name="gravity">Acceleration of gravity [m/s²], world frame.</param>
        /// <param name="coefficient">Coefficient k [kg/m].</param>
        /// <param name="wind">Velocity of the air [m/s], world frame.</param>
        public static Force QuadraticFallCoefficient(Vec gravity, double coefficient, Vec wind = default(Vec)) => new Force(new Writer(4).Put(gravity).Put(coefficient).Put(double.NaN).Put(wind));

        /// <summary>Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.</summary>
        /// <param name="gravity">Acceleration of gravity [m/s²], world frame.</param>
        /// <param name="terminalSpeed">Terminal speed `√(m g / k)` [m/s].</param>
        /// <param name="wind">Velocity of the air [m/s], world frame.</param>
        public static Force QuadraticFallTerminalSpeed(Vec gravity, double terminalSpeed, Vec wind = default(Vec)) => new Force(new Writer(4).Put(gravity).Put(double.NaN).Put(terminalSpeed).Put(wind));

        /// <summary>A damped spring. Without a rest length the spring pulls a body to a point; in a link, it pulls the separation of the bodies to a given *vector* (an offset). To keep a distance, set a `length`.</summary>
        /// <param name="stiffness">Stiffness k [N/m].</param>
        /// <param name="damping">Damping coefficient b [kg/s].</param>
        /// <param name="length">Rest length [m]; NaN for a linear spring.</param>
        /// <param name="pullsOnly">Whether the spring is a rope, which never pushes.</param>
        /// <param name="anchor">Point where the spring is attached [m], world frame.</param>
        public static Force Spring(double stiffness, double damping = 0.0, double length = double.NaN, bool pullsOnly = false, Vec anchor = default(Vec)) => new Force(new Writer(5).Put(stiffness).Put(damping).Put(length).Put(pullsOnly).Put(anchor));

        /// <summary>A uniform magnetic field, with an optional electric field: `F = q (E + v × B)`.</summary>
        /// <param name="field">Magnetic field B [T].</param>
        /// <param name="electricField">Electric field E [V/m].</param>
        /// <param name="charge">Charge q [C].</param>
        public static Force MagneticField(Vec field, Vec electricField = default(Vec), double charge = 1.0) => new Force(new Writer(6).Put(field).Put(electricField).Put(charge));

        /// <summary>The inertial forces in a frame that rotates at a constant rate, Coriolis and centrifugal: `a = 2 v × Ω - Ω × (Ω × (x - p))`.</summary>
        /// <param name="angularVelocity">Angular velocity Ω [rad/s].</param>
        /// <param name="point">A point p on the axis [m].</param>
        public static Force RotatingFrame(Vec angularVelocity, Vec point = default(Vec)) => new Force(new Writer(7).Put(angularVelocity).Put(point));

        /// <summary>The lift of a ball with constant angular velocity: `F = k ω × (v - wind)`.</summary>
        /// <param name="coefficient">Coefficient k [kg].</param>
        /// <param name="angularVelocity">Angular velocity ω [rad/s].</param>
        /// <param name="wind">Velocity of the air [m/s], world frame.</param>
        public static Force Magnus(double coefficient, Vec angularVelocity, Vec wind = default(Vec)) => new Force(new Writer(8).Put(coefficient).Put(angularVelocity).Put(wind));

        /// <summary>Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.</summary>
        /// <param name="force">The force A [N].</param>
        /// <param name="linear">Coefficient B of the part linear in the speed [kg/s].</param>
        /// <param name="quadratic">Coefficient C of the part quadratic in the speed [kg/m].</param>
        /// <param name="surface">Velocity of the surface [m/s], world frame.</param>
        public static Force DryFrictionForce(double force, double linear = 0.0, double quadratic = 0.0, Vec surface = default(Vec)) => new Force(new Writer(9).Put(force).Put(double.NaN).Put(double.NaN).Put(double.NaN).Put(linear).Put(quadratic).Put(surface));

        /// <summary>Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.</summary>
        /// <param name="friction">The coefficient of friction, and the normal load [N].</param>
        /// <param name="load">The coefficient of friction, and the normal load [N].</param>
        /// <param name="linear">Coefficient B of the part linear in the speed [kg/s].</param>
        /// <param name="quadratic">Coefficient C of the part quadratic in the speed [kg/m].</param>
        /// <param name="surface">Velocity of the surface [m/s], world frame.</param>
        public static Force DryFrictionLoad(double friction, double load, double linear = 0.0, double quadratic = 0.0, Vec surface = default(Vec)) => new Force(new Writer(9).Put(double.NaN).Put(friction).Put(load).Put(double.NaN).Put(linear).Put(quadratic).Put(surface));

        /// <summary>Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.</summary>
        /// <param name="deceleration">The deceleration A/m [m/s²].</param>
        /// <param name="linear">Coefficient B of the part linear in the speed [kg/s].</param>
        /// <param name="quadratic">Coefficient C of the part quadratic in the speed [kg/m].</param>
        /// <param name="surface">Velocity of the surface [m/s], world frame.</param>
        public static Force DryFrictionDeceleration(double deceleration, double linear = 0.0, double quadratic = 0.0, Vec surface = default(Vec)) => new Force(new Writer(9).Put(double.NaN).Put(double.NaN).Put(double.NaN).Put(deceleration).Put(linear).Put(quadratic).Put(surface));

        /// <summary>Newton's gravity towards a fixed point: `a = -μ r/|r|³`, with `r = x - centre`.</summary>
        /// <param name="strength">Strength μ [m³/s²].</param>
        /// <param name="center">Position of the attractor [m], world frame.</param>
        public static Force PointGravity(double strength, Vec center = default(Vec)) => new Force(new Writer(10).Put(strength).Put(center));

        /// <summary>A constant torque in the world frame, independent of the body's motion.</summary>
        /// <param name="torque">Torque τ [N·m], world frame.</param>
        public static Force ConstantTorque(Vec torque) => new Force(new Writer(11).Put(torque));

        /// <summary>A damped spring towards an orientation: `τ = -k φ - b ω`, with the rotation vector φ from that orientation to the orientation of the body.</summary>
        /// <param name="stiffness">Stiffness k [N·m/rad].</param>
        /// <param name="damping">Damping coefficient b [N·m·s/rad].</param>
        /// <param name="rest">Orientation at which the torque of the spring is zero: an angle [rad] in the plane, a unit quaternion in space.</param>
        public static Force TorsionSpring(double stiffness, double damping = 0.0, Orientation rest = default(Orientation)) => new Force(new Writer(12).Put(stiffness).Put(damping).Put(rest));

        /// <summary>Drag that slows the rotation of a body.</summary>
        /// <param name="rate">Rate γ [1/s], independent of mass and inertia.</param>
        public static Force AngularDragRate(double rate) => new Force(new Writer(13).Put(rate).Put(double.NaN));

        /// <summary>Drag that slows the rotation of a body.</summary>
        /// <param name="coefficient">Coefficient [N·m·s/rad].</param>
        public static Force AngularDragCoefficient(double coefficient) => new Force(new Writer(13).Put(double.NaN).Put(coefficient));

        /// <summary>An engine that is fixed to the body: a force that is constant in the body's frame, and acts at a point of the body.</summary>
        /// <param name="force">Force at full throttle [N], in the body's frame.</param>
        /// <param name="arm">Point where the force acts, relative to the centre of mass [m], in the body's frame.</param>
        /// <param name="throttle">Fraction of the full force; 1 is full throttle.</param>
        public static Force Thruster(Vec force, Vec arm = default(Vec), double throttle = 1.0) => new Force(new Writer(14).Put(force).Put(arm).Put(throttle));

        /// <summary>A spring that pulls a body of any mass to a point as fast as possible without overshoot.</summary>
        /// <param name="halfLife">Time after which a body that starts at rest has covered half the distance [s].</param>
        /// <param name="anchor">Point to which the spring pulls [m], world frame.</param>
        public static Force CriticalSpring(double halfLife, Vec anchor = default(Vec)) => new Force(new Writer(15).Put(halfLife).Put(anchor));

        /// <summary>Newton's gravity between all bodies of a world, as one force. Use softening if bodies may come close to each other.</summary>
        /// <param name="gravitation">The constant of gravitation G [m³/(kg s²)]; negative if bodies repel each other.</param>
        /// <param name="softening">The softening length ε [m].</param>
        public static Force MutualGravity(double gravitation, double softening = 0.0) => new Force(new Writer(16).Put(gravitation).Put(softening));
    }
}
