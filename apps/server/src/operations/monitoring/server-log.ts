import { currentRequestId, type OnRequest } from './request-log.ts';

/** Format of log lines: for people, or one JSON object each for log collectors. */
export type LogFormat = 'text' | 'json';

/** Log of a process. No line contains personal data. */
export interface ServerLog {
  info(line: string): void;
  error(line: string): void;
  /** Only the JSON format logs requests. */
  request: OnRequest | undefined;
}

/** @param write receives whole lines, without line breaks */
export function createServerLog(
  format: LogFormat,
  write: { out: (line: string) => void; error: (line: string) => void },
): ServerLog {
  if (format === 'text') return { info: write.out, error: write.error, request: undefined };
  const line = (level: string, fields: object) =>
    JSON.stringify({ time: new Date().toISOString(), level, ...fields });
  const said = (level: string, message: string) => {
    const id = currentRequestId();
    return line(level, { message, ...(id !== undefined && { request: id }) });
  };
  return {
    info: (message) => write.out(said('info', message.trim())),
    error: (message) => write.error(said('error', message)),
    request: (request) =>
      write.out(line(request.status >= 500 ? 'error' : 'info', { message: 'request', ...request })),
  };
}
