import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { assistantKeySchema, describeMessages, type AssistantModel } from '@homie/contracts';
import { assistantModelSchema } from '@homie/contracts/admin';

/** What to call the command with. */
export const USAGE = `npm run profiles -- list
npm run profiles -- set asst_… [--model NAME] [--instructions-file FILE] [--max-output-tokens N]
                                [--provider default|responses|chat] [--vector-stores vs_a,vs_b] [--as ADMIN@EXAMPLE]
npm run profiles -- remove asst_… [--as ADMIN@EXAMPLE]

An empty value, e.g. --model "", leaves the choice to the server. --as names the administrator in the audit log.`;

/** The command line cannot be meant. */
export class ProfileRequestError extends Error {}

/** What an operator asks for. */
export type ProfileRequest =
  | { action: 'list' }
  | { action: 'set'; key: string; changes: Partial<AssistantModel>; administrator?: string }
  | { action: 'remove'; key: string; administrator?: string };

/**
 * Reads the command line. What is to be set is judged by the contract that the HTTP route is judged by.
 * @throws {ProfileRequestError}
 */
export async function readProfileRequest(commandLine: readonly string[]): Promise<ProfileRequest> {
  const { values, positionals } = parsed(commandLine);
  const [action, key, ...more] = positionals;
  const { as: administrator, ...given } = values;
  const isBare = Object.keys(given).length === 0;
  if (action === 'list' && key === undefined && isBare && administrator === undefined)
    return { action };
  if ((action !== 'set' && action !== 'remove') || key === undefined || more.length > 0)
    throw new ProfileRequestError(USAGE);
  const named = {
    key: judged(assistantKeySchema.safeParse(key)),
    ...(administrator !== undefined && { administrator }),
  };
  if (action === 'set' && !isBare) return { action, ...named, changes: await changesOf(given) };
  if (action === 'remove' && isBare) return { action, ...named };
  throw new ProfileRequestError(USAGE);
}

function parsed(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        model: { type: 'string' },
        'instructions-file': { type: 'string' },
        'max-output-tokens': { type: 'string' },
        provider: { type: 'string' },
        'vector-stores': { type: 'string' },
        as: { type: 'string' },
      },
    });
  } catch (error) {
    throw new ProfileRequestError(`${reason(error)}\n\n${USAGE}`);
  }
}

async function changesOf(
  given: Omit<ReturnType<typeof parsed>['values'], 'as'>,
): Promise<Partial<AssistantModel>> {
  const file = given['instructions-file'];
  const tokens = given['max-output-tokens'];
  const changes = {
    ...(given.model !== undefined && { model: given.model.trim() || null }),
    ...(file !== undefined && { instructions: file === '' ? '' : await textOf(file) }),
    ...(tokens !== undefined && { maxOutputTokens: tokens.trim() ? Number(tokens) : null }),
    ...(given.provider !== undefined && { provider: given.provider || 'default' }),
    ...(given['vector-stores'] !== undefined && {
      vectorStoreIds: given['vector-stores'].split(',').flatMap((id) => id.trim() || []),
    }),
  };
  const checked = judged(assistantModelSchema.safeParse(changes));
  // The contract fills in what was left out; here that stays as it is.
  return Object.fromEntries(Object.entries(checked).filter(([name]) => name in changes));
}

async function textOf(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    throw new ProfileRequestError(`The instructions in ${file} cannot be read: ${reason(error)}`);
  }
}

function judged<Value>(
  result:
    | { success: true; data: Value }
    | { success: false; error: Parameters<typeof describeMessages>[0] },
): Value {
  if (result.success) return result.data;
  throw new ProfileRequestError(describeMessages(result.error));
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
