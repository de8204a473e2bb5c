import type { RemoteFailureReason } from '@homie/composition';

/** A remote that is not on the screen. `message` is the technical detail, for the operator. */
export class RemoteError extends Error {
  readonly reason: RemoteFailureReason;

  constructor(reason: RemoteFailureReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RemoteError';
    this.reason = reason;
  }
}
