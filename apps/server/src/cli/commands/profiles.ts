import { readFile } from 'node:fs/promises';
import { Argument, Option } from 'commander';
import { describeMessages, type AssistantModel } from '@homie/contracts';
import { assistantKeySchema } from '@homie/contracts/requests';
import { assistantModelSchema, findUnknownConnection } from '@homie/contracts/admin';
import {
  changeProfile,
  describeProfile,
  listProfiles,
} from '../../operations/profiles/change-profile.ts';
import { withDatabase } from '../../operations/with-database.ts';
import { argumentParser, examples, jsonOption, type DefineCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';

const CALLED = { command: 'homie profiles' };

interface ProfileOptions {
  model?: string;
  instructionsFile?: string;
  maxOutputTokens?: string;
  maxInputTokens?: string;
  fallback?: string;
  provider?: string;
  vectorStores?: string;
  as?: string;
}

/** Defines `homie profiles …`: the model settings of assistants, in the database of the server with these settings. */
export const defineProfiles: DefineCommand = (profiles, { root, environment, print }) => {
  const getLocation = () => readSettings(root, environment).backend;
  profiles.addHelpText(
    'after',
    examples(
      'profiles list --json',
      'profiles set asst_house_rules --model name-of-the-model --instructions-file house-rules.txt',
    ),
  );
  const administrator = () =>
    new Option('--as <email>', 'the administrator whom the audit log names for the change');

  profiles
    .command('list')
    .description('list profiles')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: boolean }) => {
      const found = await withDatabase(getLocation(), CALLED, listProfiles);
      if (json) print(JSON.stringify(found, null, 2));
      else print(found.map(describeProfile).join('\n') || 'No assistant has a profile');
    });
  profiles
    .command('set')
    .description(
      'change a profile; an empty value, e.g. --model "", leaves the choice to the server',
    )
    .addArgument(key())
    .option('--model <name>')
    .option('--instructions-file <file>', 'a text file in UTF-8')
    .option('--max-output-tokens <number>')
    .option('--max-input-tokens <number>', 'older messages that do not fit are left out')
    .option('--provider <name>', 'default, responses, chat, or a connection of HOMIE_AI_FILE')
    .option('--fallback <name>', 'connection to use if the first one fails before its first word')
    .option('--vector-stores <ids>', 'separated by commas')
    .addOption(administrator())
    .action(async (name: string, { as, ...given }: ProfileOptions, command) => {
      if (Object.keys(given).length === 0) command.error('error: name something to set');
      const changes = await readChanges(given);
      const { aiConnections = [] } = getLocation().functionSettings ?? {};
      const unknown = findUnknownConnection(
        changes,
        aiConnections.map((connection) => connection.name),
      );
      if (unknown) throw new Error(unknown.message);
      const request = { action: 'set', key: name, changes, administrator: as } as const;
      print(
        await withDatabase(getLocation(), CALLED, (database) => changeProfile(database, request)),
      );
    });
  profiles
    .command('remove')
    .description('remove a profile')
    .addArgument(key())
    .addOption(administrator())
    .action(async (name: string, { as }: ProfileOptions) => {
      const request = { action: 'remove', key: name, administrator: as } as const;
      print(
        await withDatabase(getLocation(), CALLED, (database) => changeProfile(database, request)),
      );
    });
};

function key(): Argument {
  return new Argument('<key>', 'key of the assistant, asst_…').argParser(
    argumentParser((text) => unwrap(assistantKeySchema.safeParse(text))),
  );
}

/** Validated by the contract that validates the HTTP route. */
async function readChanges(given: Omit<ProfileOptions, 'as'>): Promise<Partial<AssistantModel>> {
  const { model, instructionsFile: file, maxOutputTokens, maxInputTokens, provider } = given;
  const { fallback, vectorStores } = given;
  const changes = {
    ...(model !== undefined && { model: model.trim() || null }),
    ...(file !== undefined && { instructions: file === '' ? '' : await readInstructions(file) }),
    ...(maxOutputTokens !== undefined && {
      maxOutputTokens: maxOutputTokens.trim() ? Number(maxOutputTokens) : null,
    }),
    ...(maxInputTokens !== undefined && {
      maxInputTokens: maxInputTokens.trim() ? Number(maxInputTokens) : null,
    }),
    ...(fallback !== undefined && { fallback: fallback || null }),
    ...(provider !== undefined && { provider: provider || 'default' }),
    ...(vectorStores !== undefined && {
      vectorStoreIds: vectorStores.split(',').flatMap((id) => id.trim() || []),
    }),
  };
  const settings = unwrap(assistantModelSchema.safeParse(changes));
  // The contract fills in defaults for omitted settings; only the given ones change here.
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in changes));
}

async function readInstructions(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The instructions in ${file} cannot be read: ${reason}`, { cause: error });
  }
}

function unwrap<Value>(
  result:
    | { success: true; data: Value }
    | { success: false; error: Parameters<typeof describeMessages>[0] },
): Value {
  if (result.success) return result.data;
  throw new Error(describeMessages(result.error));
}
