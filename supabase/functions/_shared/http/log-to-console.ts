/** Logger that writes to the console, which the platform collects. Lines contain no personal data, SQL or keys. */
export const logToConsole = {
  log: (line: string): void => console.log(line),
  /** Logs the name and the code of an error. Omits the message, which may contain user input. */
  onError: (error: unknown): void => {
    if (!(error instanceof Error)) return console.error('An unknown error occurred.');
    const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
    console.error(`${error.name}${code}`);
  },
};
