import type { CallRequest } from '@homie/contracts';
import { isRow, type Row } from './rest.ts';
import type { Server } from './people.ts';

/** Response of the `conversations` function. */
export interface FunctionAnswer {
  status: number;
  body: Row;
}

/**
 * Calls the `conversations` function.
 * @param bearer the access token, or undefined to send none
 */
export async function callConversations(
  server: Server,
  bearer: string | undefined,
  call: CallRequest | Row,
): Promise<FunctionAnswer> {
  const headers = new Headers({
    apikey: server.publishableKey,
    'content-type': 'application/json',
  });
  if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
  const response = await fetch(`${server.url}/functions/v1/conversations`, {
    method: 'POST',
    headers,
    body: JSON.stringify(call),
  });
  const text = await response.text();
  const body: unknown = response.headers.get('content-type')?.includes('json')
    ? JSON.parse(text)
    : { text };
  return { status: response.status, body: isRow(body) ? body : { body } };
}
