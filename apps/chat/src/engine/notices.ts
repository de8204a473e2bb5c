import { ApiError } from '@homie/api-client';

/** Reports replies to the user, wherever in the product they are. */
export interface ChatNotices {
  started: () => void;
  reconnecting: () => void;
  finished: (end: { stopped: boolean }) => void;
  failed: (notice: FailureNotice) => void;
}

/** A destructive toast. */
export interface FailureNotice {
  title: string;
  description: string;
}

const NETWORK_NOTICE: FailureNotice = {
  title: 'Network Error',
  description: 'Failed to send message. Please try again.',
};

/** The toast for a send or a stream that failed before the reply's closing event. */
export function failureNotice(error: unknown): FailureNotice {
  if (!(error instanceof ApiError))
    return { title: 'Error', description: 'An unexpected error occurred.' };
  return error.code === 'network_error'
    ? NETWORK_NOTICE
    : { title: 'Error', description: error.message };
}
