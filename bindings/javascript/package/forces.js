// Made from the source of the crates by `cargo run -p table`: change that.

import { maker } from './force.js';

export const uniformGravity = maker(0, 'UniformGravity', { acceleration: 'v' });
export const constantForce = maker(1, 'ConstantForce', { force: 'v', rate: 'V' });
export const linearDrag = maker(2, 'LinearDrag', { rate: 'N', coefficient: 'N', wind: 'V' });
export const quadraticDrag = maker(3, 'QuadraticDrag', { coefficient: 'n', wind: 'V' });
export const quadraticFall = maker(4, 'QuadraticFall', { gravity: 'v', coefficient: 'N', terminalSpeed: 'N', wind: 'V' });
export const spring = maker(5, 'Spring', { stiffness: 'n', damping: '0', length: 'N', pullsOnly: 'B', anchor: 'V' });
export const magneticField = maker(6, 'MagneticField', { field: 'a', electricField: 'V', charge: '1' });
export const rotatingFrame = maker(7, 'RotatingFrame', { angularVelocity: 'a', point: 'V' });
export const magnus = maker(8, 'Magnus', { coefficient: 'n', angularVelocity: 'a', wind: 'V' });
export const dryFriction = maker(9, 'DryFriction', { force: 'N', friction: 'N', load: 'N', deceleration: 'N', linear: '0', quadratic: '0', surface: 'V' });
export const pointGravity = maker(10, 'PointGravity', { strength: 'n', center: 'V' });
export const constantTorque = maker(11, 'ConstantTorque', { torque: 'a' });
export const torsionSpring = maker(12, 'TorsionSpring', { stiffness: 'n', damping: '0', rest: 'O' });
export const angularDrag = maker(13, 'AngularDrag', { rate: 'N', coefficient: 'N' });
export const thruster = maker(14, 'Thruster', { force: 'v', arm: 'V', throttle: '1' });
export const criticalSpring = maker(15, 'CriticalSpring', { halfLife: 'n', anchor: 'V' });
export const mutualGravity = maker(16, 'MutualGravity', { gravitation: 'n', softening: '0' });
