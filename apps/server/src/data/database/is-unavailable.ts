/**
 * The SQLSTATEs of a server that is starting, stopping, full or read-only (a standby), and the codes of a failed
 * connection. ENOENT is that of a Unix socket.
 */
const UNAVAILABLE =
  /^(08...|25006|57P0[1-3]|53300|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|E(CONNREFUSED|CONNRESET|HOSTUNREACH|NOENT|NOTFOUND|PIPE|TIMEDOUT))$/;

/** Returns whether the error means that the database is temporarily unavailable: the query itself is not at fault. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    UNAVAILABLE.test(error.code)
  );
}
