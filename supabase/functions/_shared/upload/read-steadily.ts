import { AppError } from '@homie/contracts/requests';

const SLOW = 'The upload was too slow. Please check your connection and try again.';

/** Minimum rate of a sender: `bytes` within `waitMs` milliseconds in which the reader waits for them. */
export interface LeastRate {
  bytes: number;
  waitMs: number;
}

/**
 * Reads a body whose sender occupies memory until it is complete, and enforces a minimum rate. Time that the reader
 * spends elsewhere does not count.
 * @throws AppError unavailable for a sender below the minimum rate
 */
export async function* readSteadily(
  body: ReadableStream<Uint8Array>,
  { bytes, waitMs }: LeastRate,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let missing = bytes;
  let leftMs = waitMs;
  try {
    for (;;) {
      const start = performance.now();
      const { done, value } = await within(leftMs, reader.read());
      if (done) return;
      missing -= value.length;
      leftMs -= performance.now() - start;
      if (missing <= 0) [missing, leftMs] = [bytes, waitMs];
      yield value;
    }
  } finally {
    // Not awaited: a stalled sender may never respond.
    reader.cancel().catch(() => undefined);
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable', SLOW)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
