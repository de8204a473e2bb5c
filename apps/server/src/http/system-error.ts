/** Returns whether the operating system failed with this code, e.g. `ENOENT`. */
export function isSystemError(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code;
}
