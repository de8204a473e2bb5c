import { connect } from 'node:net';
import { ClamavError } from './clamav-error.ts';
import type { ClamavSettings } from './clamav-settings.ts';

/** Program version, and signature version if it has ClamAV's: `ClamAV 1.4.3/27445/Sun Nov 22 08:00:00 2026`. */
const ANSWER = /^ClamAV [\w.+-]{1,40}(\/\d{1,10})?/;
const LONGEST_ANSWER = 4 * 1024;
const WAIT_MS = 5_000;

/**
 * Reads the versions of the daemon and of its signatures with its VERSION command.
 * @throws ClamavError if it does not respond in time
 */
export async function clamavVersion({ host, port }: ClamavSettings): Promise<string> {
  const socket = connect({ host, port });
  const timer = setTimeout(() => socket.destroy(new ClamavError('timeout')), WAIT_MS);
  let answer = '';
  try {
    socket.write('zVERSION\0');
    for await (const data of socket) {
      answer += new TextDecoder('latin1').decode(data as Uint8Array);
      if (answer.includes('\0') || answer.length > LONGEST_ANSWER) break;
    }
  } catch (cause) {
    if (cause instanceof ClamavError) throw cause;
    throw new ClamavError((cause as { code?: string }).code ?? 'hung_up', { cause });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
  const version = ANSWER.exec(answer)?.[0];
  if (version === undefined) throw new ClamavError(answer === '' ? 'hung_up' : 'no_verdict');
  return version;
}
