import type { AuthFailure } from '@homie/auth';
import { toast } from '@homie/ui';

/** Reports that a request failed, with the message of the service if it responded. */
export function reportFailure({ kind, message }: AuthFailure): void {
  const unexpected = 'An unexpected error occurred. Please try again.';
  toast.error({ title: 'Error', description: kind === 'refused' ? message : unexpected });
}

/** Reports that a request to the API failed. */
export function reportError(error: unknown): void {
  toast.error({ title: 'Error', description: error instanceof Error ? error.message : '' });
}
