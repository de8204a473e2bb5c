export { AdminGate } from './admin-gate';
