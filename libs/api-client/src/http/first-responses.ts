import { nextFrame } from './next-frame';

/** What apps/shell/landing/first-requests.js requested before the app started. */
interface FirstResponses {
  /** The access token of the requests. */
  token: string;
  /** The time of the requests, as `performance.now()` returns it. */
  sentAt: number;
  /** By path and body of the request. */
  responses: Map<string, Promise<Response>>;
}

declare global {
  // A property of the global object is a `var` to TypeScript.
  var firstResponses: FirstResponses | undefined;
}

/** Older responses are not used: the data may have changed since, and not all of it is followed. */
const MAX_AGE_MS = 30_000;

/**
 * Takes the response to a request that the page sent before the app started. Each can be taken once.
 * It resolves after the next frame, so that the controls of a screen are rendered before the data in it.
 * @param body of the request
 * @param token the access token that the request would be sent with
 * @returns undefined if the page has not sent this request with this token, or too long ago
 */
export function takeFirstResponse(
  path: string,
  body: unknown,
  token: string,
): Promise<Response> | undefined {
  const first = globalThis.firstResponses;
  if (first?.token !== token || performance.now() - first.sentAt > MAX_AGE_MS) return undefined;
  const key = `${path}${String(body)}`;
  const response = first.responses.get(key);
  first.responses.delete(key);
  return response && nextFrame().then(() => response);
}
