import type { AuthFailure } from '@homie/auth';
import { toast } from '@homie/ui';

const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/**
 * Reports to the user that an authentication request failed, with the message of the service if it responded.
 * @param unexpected the message if it did not
 */
export function reportFailure({ kind, message }: AuthFailure, unexpected = UNEXPECTED): void {
  toast.error({ title: 'Error', description: kind === 'refused' ? message : unexpected });
}
