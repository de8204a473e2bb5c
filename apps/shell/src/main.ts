import { consumeAuthLink } from './app/auth-link';
import { bootstrap } from './app/bootstrap';

void bootstrap(consumeAuthLink(window));
