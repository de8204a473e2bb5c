/**
 * Settles like `work`, or rejects if it takes too long.
 * @param late creates the error for work that takes longer
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
