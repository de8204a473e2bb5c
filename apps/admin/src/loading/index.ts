export { useWhenIdle } from './use-when-idle';
