import { ProviderError } from './provider-error.ts';
import { refusalKind, tokensIn } from './refusal.ts';

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

/** Maps an error that the provider reports in mid-stream to a `ProviderError`. */
export function failureInStream({
  code,
  message,
}: {
  code?: unknown;
  message?: unknown;
}): ProviderError {
  if (code === 'rate_limit_exceeded' || code === 429) return failure('rate_limited', String(code));
  if (code === 'insufficient_quota') return failure('auth', code);
  const text = typeof message === 'string' ? message : '';
  const refusal = refusalKind(code, text);
  if (refusal) return refusalFailure(refusal, 'reported in the stream', text);
  if (code === 'invalid_prompt') return failure('bad_request', code);
  return failure('provider_failed', 'reported in the stream');
}

/** Creates the error of a message that the provider refuses, from the wording of the refusal. */
export function refusalFailure(
  kind: NonNullable<ReturnType<typeof refusalKind>>,
  trace: string,
  message: string,
): ProviderError {
  const overflow = kind === 'conversation_too_long' ? tokensIn(message) : undefined;
  return new ProviderError(kind, {
    cause: new ProviderTrace(trace),
    ...(overflow && { overflow }),
  });
}

/** Creates a `ProviderError` whose cause is safe to log. */
export function failure(kind: Code, trace: string, retryAfter?: number): ProviderError {
  return new ProviderError(kind, {
    cause: new ProviderTrace(trace),
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
  });
}
