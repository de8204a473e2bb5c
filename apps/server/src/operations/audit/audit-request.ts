import { parseArgs } from 'node:util';
import { auditHoldInputSchema, type AuditHoldKind } from '@homie/contracts/admin';
import { describeMessages } from '@homie/contracts';

/** What to call the command with. */
export const USAGE = `npm run audit -- verify FILE --public-key KEY     an exported JSON Lines file, by itself; KEY or a file with it
npm run audit -- check [--checkpoint FILE]        the log in the database; also against a checkpoint kept elsewhere
npm run audit -- checkpoint                       prints a signed checkpoint, to be kept elsewhere
npm run audit -- keys                             prints the public keys
npm run audit -- holds
npm run audit -- hold all --reason TEXT
npm run audit -- hold user|participant|assistant|conversation ID --reason TEXT
npm run audit -- lift ID
npm run audit -- purge --days N                   deletes what is older and not on hold
npm run audit -- accept [--checkpoint FILE] --reason TEXT    after a restore: checkpoints that tell of later entries`;

/** The command line cannot be meant. */
export class AuditRequestError extends Error {}

/** What an operator asks for. */
export type AuditRequest =
  | { action: 'verify'; file: string; publicKey: string }
  | { action: 'check'; checkpoint: string | undefined }
  | { action: 'checkpoint' | 'keys' | 'holds' }
  | { action: 'hold'; kind: AuditHoldKind; subjectId: string | undefined; reason: string }
  | { action: 'lift'; id: string }
  | { action: 'accept'; checkpoint: string | undefined; reason: string }
  | { action: 'purge'; days: number };

/**
 * Reads the command line.
 * @throws {AuditRequestError} with a sentence or how to call it
 */
export function readAuditRequest(commandLine: readonly string[]): AuditRequest {
  const { positionals, values } = parsed(commandLine);
  const [action, first, second] = positionals;
  const options = Object.keys(values).sort().join(' ');
  const shape = `${action} ${positionals.length - 1} ${options}`.trim();
  switch (shape) {
    case 'verify 1 public-key':
      return { action: 'verify', file: first ?? '', publicKey: values['public-key'] ?? '' };
    case 'check 0':
    case 'check 0 checkpoint':
      return { action: 'check', checkpoint: values.checkpoint };
    case 'checkpoint 0':
    case 'keys 0':
    case 'holds 0':
      return { action: action as 'checkpoint' | 'keys' | 'holds' };
    case 'hold 1 reason':
    case 'hold 2 reason':
      return readHold({ kind: first, subjectId: second, reason: values.reason });
    case 'accept 0 reason':
    case 'accept 0 checkpoint reason':
      return {
        action: 'accept',
        checkpoint: values.checkpoint,
        reason: readReason(values.reason ?? ''),
      };
    case 'lift 1':
      return { action: 'lift', id: readId(first ?? '') };
    case 'purge 0 days':
      return { action: 'purge', days: readDays(values.days ?? '') };
    default:
      throw new AuditRequestError(USAGE);
  }
}

function parsed(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        'public-key': { type: 'string' },
        checkpoint: { type: 'string' },
        reason: { type: 'string' },
        days: { type: 'string' },
      },
    });
  } catch (error) {
    throw new AuditRequestError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

function readHold(given: object): AuditRequest {
  const hold = auditHoldInputSchema.safeParse(given);
  if (!hold.success) throw new AuditRequestError(describeMessages(hold.error));
  const { kind, subjectId, reason } = hold.data;
  return { action: 'hold', kind, subjectId: subjectId ?? undefined, reason };
}

function readReason(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new AuditRequestError('Please enter a reason.');
  return reason;
}

function readId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new AuditRequestError(`${text} is no ID.`);
  return text;
}

function readDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new AuditRequestError('--days must be a whole number from 1 to 99999');
  return Number(text);
}
