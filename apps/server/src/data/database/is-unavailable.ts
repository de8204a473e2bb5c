/**
 * The SQLSTATEs of a server that is starting, stopping or full, and the codes of a connection that is not there. ENOENT
 * is that of a Unix socket.
 */
const UNAVAILABLE =
  /^(08...|57P0[1-3]|53300|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|E(CONNREFUSED|CONNRESET|HOSTUNREACH|NOENT|NOTFOUND|PIPE|TIMEDOUT))$/;

/** Whether the error says that the database is away for now: nothing is wrong with what it was asked. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    UNAVAILABLE.test(error.code)
  );
}
