/** Reason that the daemon gave no verdict: the code of a failed connection, or one of ours. */
export type ClamavTrouble = 'timeout' | 'hung_up' | 'too_large' | 'no_verdict' | (string & {});

const EXPLANATIONS: Partial<Record<string, string>> = {
  timeout: 'clamd did not answer in time',
  hung_up: 'clamd hung up before its verdict; its StreamMaxLength may be below 25M',
  too_large: 'clamd takes no files of this size: set its StreamMaxLength to 25M or more',
  no_verdict: 'clamd answered with something else than a verdict',
};

/** The daemon gave no verdict: a file must not pass without one. */
export class ClamavError extends Error {
  readonly code: ClamavTrouble;

  constructor(code: ClamavTrouble, options?: ErrorOptions) {
    super(EXPLANATIONS[code] ?? 'clamd cannot be reached', options);
    this.name = 'ClamavError';
    this.code = code;
  }
}
