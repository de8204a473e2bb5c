import type { CallRequest } from '@homie/contracts';
import { isRow, type Row } from './rest.ts';
import type { Server } from './people.ts';

/** Response of the `conversations` function. */
export interface FunctionAnswer {
  status: number;
  body: Row;
}

/**
 * Sends a call to a function.
 * @param bearer the access token, or undefined to send none
 */
export function postCall(
  server: Server,
  bearer: string | undefined,
  call: CallRequest | Row,
  name = 'conversations',
): Promise<Response> {
  const headers = new Headers({
    apikey: server.publishableKey,
    'content-type': 'application/json',
  });
  if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
  return fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(call),
  });
}

/** Calls the `conversations` function and reads its response, like `postCall`. */
export async function callConversations(
  ...[server, bearer, call]: Parameters<typeof postCall>
): Promise<FunctionAnswer> {
  const response = await postCall(server, bearer, call);
  const text = await response.text();
  const body: unknown = response.headers.get('content-type')?.includes('json')
    ? JSON.parse(text)
    : { text };
  return { status: response.status, body: isRow(body) ? body : { body } };
}
