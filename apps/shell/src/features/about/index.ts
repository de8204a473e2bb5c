export { About as default } from './about';
