/** Returns the time, in microseconds, of the monotonic clock that all processes of this machine share. */
export function readClock() {
  return Number(process.hrtime.bigint() / 1_000n);
}
