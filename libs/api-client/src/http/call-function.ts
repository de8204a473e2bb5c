import type { CallRequest } from '@homie/contracts';
import type { Api } from './api';
import { readAnswer, type AnswerSchema } from './read-answer';
import { sendRequest } from './send-request';

/** A call of the `conversations` function. GET parameters belong in the query of `endpoint`. */
export interface FunctionCall extends CallRequest {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
}

/** The path of the `conversations` function. */
export const FUNCTION_PATH = '/functions/v1/conversations';

/** Returns the data in a function's response. */
export function envelopeData(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
}

/** Returns a call as the body of its request. */
export function formatCall({ endpoint, method, body }: CallRequest): string {
  return JSON.stringify({ endpoint, method, body });
}

/** Sends a call and returns the raw response, which streams need. */
export function sendFunctionCall(api: Api, call: FunctionCall): Promise<Response> {
  return sendRequest(api, FUNCTION_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...call.headers },
    body: formatCall(call),
    signal: call.signal ?? null,
  });
}

/**
 * Calls the `conversations` function.
 * @param schema of the response's `data`
 * @returns the data
 * @throws ApiError with the server's message, or 'Authentication error', 'Not authenticated', 'Network error'
 */
export async function callFunction<Answer>(
  api: Api,
  schema: AnswerSchema<Answer>,
  call: FunctionCall,
): Promise<Answer> {
  const response = await sendFunctionCall(api, call);
  return readAnswer(response, schema, envelopeData);
}

/** Returns an endpoint with its query; omits parameters without a value. */
export function withQuery(
  path: string,
  parameters: Record<string, string | number | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
