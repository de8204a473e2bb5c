import { createStore } from '@homie/composition';

/** The id of the user whose calls the backend refused because they wait for approval; '' if there is none. */
export const waitingUser = createStore('');
