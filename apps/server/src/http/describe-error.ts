/**
 * Describes an error for the log: its class, its code and where it was thrown. Omits its message, which may contain SQL
 * or a user's text.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const frame = /^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim();
  const cause = error.cause === undefined ? '' : `, caused by ${describeError(error.cause)}`;
  return `${error.name}${code}${frame ? ` ${frame}` : ''}${cause}`;
}
