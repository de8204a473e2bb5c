export { NotComposed } from './not-composed';
