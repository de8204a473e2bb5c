type ProviderErrorCode =
  | 'auth'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'bad_request'
  | 'not_found'
  | 'stream_broken'
  | 'provider_failed'
  | 'unexpected_answer'
  | 'content_filter'
  | 'conversation_too_long'
  | 'message_too_long'
  | 'length_limit'
  | 'no_answer';

interface ProviderFailure {
  message: string;
  retryable: boolean;
}

/** Also the note under a reply that the filter stopped after its first text. */
export const STOPPED_BY_FILTER = "The reply was stopped by the provider's content filter.";

/** Error messages for the user. They never contain the provider's own text, which may contain anything. */
const FAILURE: Record<ProviderErrorCode, ProviderFailure> = {
  auth: {
    message: 'The AI provider refused our credentials. Please tell an administrator.',
    retryable: false,
  },
  rate_limited: {
    message: 'The AI provider is busy. Please try again in a moment.',
    retryable: true,
  },
  unavailable: { message: 'The AI provider cannot be reached. Please try again.', retryable: true },
  timeout: {
    message: 'The AI provider took too long to answer. Please try again.',
    retryable: true,
  },
  bad_request: { message: 'The AI provider did not accept this message.', retryable: false },
  not_found: {
    message: 'This assistant is not set up at the AI provider. Please tell an administrator.',
    retryable: false,
  },
  stream_broken: { message: 'The reply was cut off. Please try again.', retryable: true },
  provider_failed: {
    message: 'The AI provider failed to answer. Please try again.',
    retryable: true,
  },
  unexpected_answer: {
    message:
      "The AI provider's address answered something else than a reply. Please tell an administrator.",
    retryable: false,
  },
  content_filter: { message: STOPPED_BY_FILTER, retryable: false },
  conversation_too_long: {
    message: 'This conversation has become too long for the model. Start a new one.',
    retryable: false,
  },
  message_too_long: {
    message: 'This message is too long for the model. Edit it, or attach less.',
    retryable: false,
  },
  length_limit: {
    message: 'The model reached its length limit before it wrote an answer. Ask for less at once.',
    retryable: false,
  },
  no_answer: {
    message: 'The model wrote no answer. Change your message and send it again.',
    retryable: false,
  },
};

/** Error of a provider, with a code for its kind. The `cause` is for the log. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  readonly retryable: boolean;
  /** Delay before a retry that the provider requests, in milliseconds, if any. */
  readonly retryAfterMs: number | undefined;
  /** Tokens that the model can read, and those of the refused request, if the provider names both. */
  readonly overflow: { limit: number; used: number } | undefined;

  constructor(
    code: ProviderErrorCode,
    options: {
      cause?: unknown;
      retryAfterMs?: number;
      overflow?: { limit: number; used: number };
    } = {},
  ) {
    super(FAILURE[code].message, options);
    this.name = 'ProviderError';
    this.code = code;
    this.retryable = FAILURE[code].retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.overflow = options.overflow;
  }
}

/**
 * Returns the message of an error for administrators, with what to check.
 * @param model the requested one, if the assistant or the settings name any
 */
export function describeForAdministrators(
  { code, message }: ProviderError,
  model?: string,
): string {
  const [problem] = message.split(' Please tell');
  switch (code) {
    case 'auth':
      return `${problem} Check AI_API_KEY on the server, or the key of the assistant's connection.`;
    case 'not_found':
      return model === undefined
        ? 'No model is set. Choose a model for this assistant, or set AI_MODEL on the server.'
        : `The AI provider has no model "${model}". Choose another one, or check AI_BASE_URL on the server.`;
    case 'unexpected_answer':
      return `${problem} Check AI_BASE_URL on the server.`;
    default:
      return message;
  }
}

/** Converts any error of a stream to a ProviderError. Other errors in mid-stream count as a lost connection. */
export function toProviderError(error: unknown): ProviderError {
  return error instanceof ProviderError
    ? error
    : new ProviderError('stream_broken', { cause: error });
}
