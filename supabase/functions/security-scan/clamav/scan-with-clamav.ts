import { connect } from 'node:net';
import { ClamavError } from './clamav-error.ts';
import type { ClamavSettings } from './clamav-settings.ts';

/** Verdict of the daemon on a file: the name of the signature that it found, or null. */
export type ClamavVerdict = { found: string | null };

/** Timeouts of the daemon, in milliseconds. */
export interface ClamavTiming {
  connectMs: number;
  /** From the connection to the verdict: a large archive may take long. */
  verdictMs: number;
}

const TIMING: ClamavTiming = { connectMs: 5_000, verdictMs: 45_000 };
const PIECE = 64 * 1024;
/** Maximum length of a response: longer than any verdict, which has the name of one signature. */
const LONGEST_ANSWER = 4 * 1024;

/**
 * Scans bytes with the INSTREAM command of the daemon (https://docs.clamav.net/manual/Usage/ReadMe.html, `man clamd`):
 * length-prefixed chunks, terminated by an empty one.
 * @throws ClamavError if there is no verdict, for any reason
 */
export async function scanWithClamav(
  { host, port }: ClamavSettings,
  bytes: Uint8Array,
  { connectMs, verdictMs }: ClamavTiming = TIMING,
): Promise<ClamavVerdict> {
  const socket = connect({ host, port });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<ClamavVerdict>((resolve, reject) => {
      const fail = (code: string, cause?: unknown) => reject(new ClamavError(code, { cause }));
      const within = (milliseconds: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => fail('timeout'), milliseconds);
      };
      let sent = 0;
      let hasEnded = false;
      let answer = '';
      const sendOn = () => {
        while (sent < bytes.length) {
          const piece = bytes.subarray(sent, sent + PIECE);
          sent += piece.length;
          socket.write(encodeLength(piece));
          if (!socket.write(piece)) return;
        }
        if (hasEnded) return;
        hasEnded = true;
        socket.write(encodeLength(new Uint8Array(0)));
      };

      within(connectMs);
      socket.on('connect', () => {
        within(verdictMs);
        socket.write('zINSTREAM\0');
        sendOn();
      });
      socket.on('drain', sendOn);
      socket.on('data', (data: Uint8Array) => {
        answer += new TextDecoder('latin1').decode(data);
        const end = answer.indexOf('\0');
        if (end < 0) return answer.length > LONGEST_ANSWER ? fail('no_verdict') : undefined;
        const verdict = readAnswer(answer.slice(0, end), hasEnded);
        return typeof verdict === 'string' ? fail(verdict) : resolve(verdict);
      });
      // A daemon that reaches its size limit closes the connection while the file is still being sent.
      socket.on('error', (error: Error & { code?: string }) =>
        fail(sent > 0 ? 'hung_up' : (error.code ?? 'hung_up'), error),
      );
      for (const over of ['end', 'close']) socket.on(over, () => fail('hung_up'));
    });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Parses a response. @returns the verdict, or the code of a failure; a file is clean only if all of it was sent */
function readAnswer(answer: string, hasSeenAll: boolean): ClamavVerdict | string {
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found !== undefined) return { found };
  if (answer === 'stream: OK' && hasSeenAll) return { found: null };
  return answer.includes('size limit exceeded') ? 'too_large' : 'no_verdict';
}

function encodeLength(piece: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, piece.length);
  return length;
}
