import { ProviderError } from './provider-error.ts';

type Code = ProviderError['code'];

/**
 * What a log may tell of a provider's failure: how it was found, never in whose words. What providers say may hold the
 * address, the key or what the person wrote.
 */
class ProviderTrace extends Error {
  override readonly name = 'ProviderTrace';
  readonly code: string;

  constructor(code: string) {
    super(`The AI provider failed: ${code}`);
    this.code = code;
  }
}

/** A failure that the provider tells of in the middle of its stream. */
export function failureInStream(code: string | null | undefined): ProviderError {
  if (code === 'rate_limit_exceeded') return failure('rate_limited', code);
  if (code === 'insufficient_quota') return failure('auth', code);
  if (code === 'invalid_prompt') return failure('bad_request', code);
  return failure('provider_failed', 'told in the stream');
}

/** A failure by kind, with what a log may tell of it. */
export function failure(kind: Code, trace: string, retryAfter?: number): ProviderError {
  return new ProviderError(kind, {
    cause: new ProviderTrace(trace),
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
  });
}
