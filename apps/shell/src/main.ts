import { takeAuthLink } from './app/auth-link';

const link = takeAuthLink(window);
// The shared libraries are provided before anything that uses them is evaluated: hence the import.
void import('./app/bootstrap').then(({ bootstrap }) => bootstrap(link));
