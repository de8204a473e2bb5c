/** Web research: most people never ask for it, so this is loaded when somebody does. */
export { researchWeb } from './research-web';
