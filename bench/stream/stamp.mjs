/** Microseconds of the clock that all processes of this computer share and nobody sets. */
export function stampOf() {
  return Number(process.hrtime.bigint() / 1_000n);
}
