import { ProviderError } from './provider-error.ts';

type Code = ProviderError['code'];

/**
 * Cause of a provider's failure for the log. It states how the failure was detected, never the provider's own text,
 * which may contain the address, the key or the user's input.
 */
class ProviderTrace extends Error {
  override readonly name = 'ProviderTrace';
  readonly code: string;

  constructor(code: string) {
    super(`The AI provider failed: ${code}`);
    this.code = code;
  }
}

/** Maps an error code that the provider reports in mid-stream to a `ProviderError`. */
export function failureInStream(code: string | null | undefined): ProviderError {
  if (code === 'rate_limit_exceeded') return failure('rate_limited', code);
  if (code === 'insufficient_quota') return failure('auth', code);
  if (code === 'invalid_prompt') return failure('bad_request', code);
  return failure('provider_failed', 'told in the stream');
}

/** Creates a `ProviderError` whose cause is safe to log. */
export function failure(kind: Code, trace: string, retryAfter?: number): ProviderError {
  return new ProviderError(kind, {
    cause: new ProviderTrace(trace),
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
  });
}
