/** The client at the other end of the connection. */
export interface Caller {
  /** Network address; null for our own functions, which call in process. */
  address: string | null;
}
