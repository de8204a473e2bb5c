import { isStorable } from '../../http/storable-text.ts';
import { authError } from './auth-error.ts';

/** The properties of an auth call, not validated yet. */
export type AuthBody = Record<string, unknown>;

const TEXTS = ['email', 'password', 'password_hash', 'refresh_token', 'token_hash', 'type', 'code'];
const OBJECTS = ['data', 'user_metadata'];

const badJson = () => authError(400, 'bad_json', 'Could not parse request body as JSON');

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the JSON object of an auth call, or returns the error response. `null` is the same as no value. */
export async function readAuthBody(request: Request): Promise<AuthBody | Response> {
  let body: unknown;
  try {
    const text = await request.text();
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return badJson();
  }
  if (!isObject(body)) return badJson();
  if (!isStorable(body))
    return authError(400, 'validation_failed', 'The request body is not valid');
  const fields: AuthBody = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null),
  );
  const isValid =
    TEXTS.every((name) => ['string', 'undefined'].includes(typeof fields[name])) &&
    OBJECTS.every((name) => fields[name] === undefined || isObject(fields[name]));
  return isValid ? fields : badJson();
}

/** Returns a property as text; '' if it is none. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
