import { conversationCall } from './endpoints/conversations/get-conversation';
import { conversationListCall } from './endpoints/conversations/list-conversations';
import { IS_ADMIN_REQUEST } from './endpoints/is-admin';
import { messageListCall } from './endpoints/messages/list-messages';
import { formatCall, FUNCTION_PATH } from './http/call-function';

/** A POST request that a page sends before the app has started. */
export interface FirstRequest {
  path: string;
  body: string;
  /** The path of the page that sends it; every page without one. */
  page?: string;
}

/** Stands for the id of the conversation in the URL of the page. */
export const CONVERSATION_ID = 'CONVERSATION_ID';

/** The requests that the first screen of a signed-in user needs. */
export const firstRequests: readonly FirstRequest[] = [
  IS_ADMIN_REQUEST,
  ...[
    conversationCall(CONVERSATION_ID),
    messageListCall(CONVERSATION_ID),
    conversationListCall(),
  ].map((call) => ({ path: FUNCTION_PATH, body: formatCall(call), page: '/app' })),
];
