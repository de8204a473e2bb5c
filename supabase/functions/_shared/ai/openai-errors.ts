import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ProviderError } from './provider-error.ts';
import { failure, failureInStream, refusalFailure } from './provider-failure.ts';
import { refusalKind } from './refusal.ts';

type Code = ProviderError['code'];

/** Statuses with which providers refuse a message. llama.cpp refuses one that is too long with 500. */
const REFUSING = new Set([400, 403, 413, 422, 451, 500]);

/** Maps an error of the official client, or of the underlying connection, to a `ProviderError`. */
export function openAiError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof APIConnectionTimeoutError) return failure('timeout', 'no answer');
  if (error instanceof APIConnectionError) {
    return failure('unavailable', systemCode(error.cause) ?? 'no connection');
  }
  if (error instanceof APIUserAbortError) return failure('stream_broken', 'aborted');
  if (error instanceof APIError) {
    const { status, code, message } = error;
    if (status === undefined) return failureInStream(error);
    const refusal = REFUSING.has(status) ? refusalKind(code, message) : undefined;
    if (refusal) return refusalFailure(refusal, `HTTP ${status}`, message);
    if (status === 413) return failure('conversation_too_long', 'HTTP 413');
    return failure(classifyError(error), `HTTP ${status}`, retryAfterMs(error.headers));
  }
  // Other errors in mid-stream are a lost connection or invalid JSON.
  return failure('stream_broken', systemCode(error) ?? 'broken off');
}

function classifyError({ status, code }: { status: number; code: unknown }): Code {
  // An account without credit never recovers by itself: an administrator has to act.
  if (status === 401 || status === 403 || code === 'insufficient_quota') return 'auth';
  if (status === 404) return 'not_found';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unavailable' : 'bad_request';
}

/**
 * Returns the delay before a retry in milliseconds. Retry-After is a number of seconds or a date (RFC 9110); OpenAI
 * also sends milliseconds.
 */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = headers?.get('retry-after');
  if (!text) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Returns the system error code of a lost connection, e.g. ECONNREFUSED, which is nested in the error of `fetch`. */
function systemCode(error: unknown): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string' && /^[A-Z_]{3,40}$/.test(inner.code)) {
      return inner.code;
    }
  }
  return undefined;
}
