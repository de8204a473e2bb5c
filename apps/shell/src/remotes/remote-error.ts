import type { RemoteFailureReason } from '@homie/composition';

/** Why a remote is not on the screen. `message` is the technical detail, for those who look after it. */
export class RemoteError extends Error {
  readonly reason: RemoteFailureReason;

  constructor(reason: RemoteFailureReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RemoteError';
    this.reason = reason;
  }
}
