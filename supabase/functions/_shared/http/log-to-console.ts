/** Writes to the log of the function, as the platform collects it. Lines hold no personal data, SQL or keys. */
export const logToConsole = {
  log: (line: string): void => console.log(line),
  /** Names the error and its code; the message may repeat what someone sent. */
  onError: (error: unknown): void => {
    if (!(error instanceof Error)) return console.error('An unknown error occurred.');
    const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
    console.error(`${error.name}${code}`);
  },
};
