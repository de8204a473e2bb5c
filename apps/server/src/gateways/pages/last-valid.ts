/**
 * Wraps a reader, so that a damaged file does not stop a running server: it returns what it read last, and logs each new
 * reason.
 * @param read gets what it returned last for the same source
 * @returns a reader that throws only if it has read nothing yet
 */
export function keepLastValid<Value>(
  read: (source: string, last: Value | undefined) => Promise<Value | undefined>,
  log: (line: string) => void = () => {},
): (source: string) => Promise<Value | undefined> {
  const lasts = new Map<string, Value>();
  const reasons = new Map<string, string>();
  return async (source) => {
    const last = lasts.get(source);
    try {
      const value = await read(source, last);
      if (value !== undefined) lasts.set(source, value);
      reasons.delete(source);
      return value;
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      const use = last === undefined ? '' : '; the last valid one is used';
      if (reasons.get(source) !== reason) log(`${source} cannot be read: ${reason}${use}`);
      reasons.set(source, reason);
      if (last === undefined) throw error;
      return last;
    }
  };
}
