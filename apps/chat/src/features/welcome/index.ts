export { Welcome } from './welcome';
