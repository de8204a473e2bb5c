/**
 * An error for the log: its class, its code and where it was thrown. Not its message, which may
 * hold SQL or what a person wrote.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const place = /^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim();
  const cause = error.cause === undefined ? '' : `, caused by ${describeError(error.cause)}`;
  return `${error.name}${code}${place ? ` ${place}` : ''}${cause}`;
}
