import { AppError } from '@homie/contracts/requests';

/**
 * Awaits work with a timeout.
 * @throws AppError unavailable on timeout; any error of the work
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable')), milliseconds);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
