import type { AuthFailure } from '@homie/auth';
import { toast } from '@homie/ui';

const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/**
 * Tells a person that an action of authentication failed: in the service's words where it answered.
 * @param unexpected the words for when it did not
 */
export function reportFailure({ kind, message }: AuthFailure, unexpected = UNEXPECTED): void {
  toast.error({ title: 'Error', description: kind === 'refused' ? message : unexpected });
}
