import { takeAuthLink } from './app/auth-link';
import { bootstrap } from './app/bootstrap';

void bootstrap(takeAuthLink(window));
