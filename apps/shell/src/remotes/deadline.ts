/**
 * Settles as the work does, unless that takes too long.
 * @param milliseconds how long it may take
 * @param late makes the error for work that took longer
 */
export function withDeadline<Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => Error,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
