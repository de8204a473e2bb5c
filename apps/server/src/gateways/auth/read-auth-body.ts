import { isStorable } from '../../http/storable-text.ts';
import { authError } from './auth-error.ts';

/** The properties of an auth call, not validated yet. */
export type AuthBody = Record<string, unknown>;

/** Reads the JSON object of an auth call, or returns the error response. */
export async function readAuthBody(request: Request): Promise<AuthBody | Response> {
  let body: unknown;
  try {
    const text = await request.text();
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return authError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !isStorable(body))
    return authError(400, 'validation_failed', 'The request body is not valid');
  return Object.fromEntries(Object.entries(body));
}

/** Returns a property as text; '' if it is none. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
