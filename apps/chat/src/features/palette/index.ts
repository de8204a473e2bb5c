export { Palette } from './palette';
