import type { AssistantModel } from '@homie/contracts';
import type { Database, Queryable } from '../../data/database/index.ts';

/** The change of the profile is not possible. */
class ProfileChangeError extends Error {}

/** A change of an assistant's model settings. */
export interface ProfileChange {
  action: 'set' | 'remove';
  /** Key of the assistant, `asst_…`. */
  key: string;
  /** The settings to change; all others remain. */
  changes?: Partial<AssistantModel>;
  /** Email address of the administrator that the audit log records. */
  administrator: string | undefined;
}

/** A profile, as the list shows it. Null means the server's default. */
export interface ListedProfile extends Record<string, unknown> {
  key: string;
  provider: AssistantModel['provider'];
  model: string | null;
  maxOutputTokens: number | null;
  maxInputTokens: number | null;
  fallback: string | null;
  /** In characters. */
  instructionsLength: number;
  vectorStoreIds: string[];
  /** Names of the assistants with this key. */
  assistants: string[];
}

const NOTHING_SET: AssistantModel = {
  provider: 'default',
  model: null,
  instructions: '',
  maxOutputTokens: null,
  maxInputTokens: null,
  fallback: null,
  vectorStoreIds: [],
};

/**
 * @returns all profiles, by key
 * @throws {ProfileChangeError} if the database is not set up
 */
export async function listProfiles(database: Queryable): Promise<ListedProfile[]> {
  await requirePrepared(database);
  return database.query<ListedProfile>(
    `select
       profiles.openai_assistant_id as key,
       profiles.provider,
       profiles.model,
       profiles.max_output_tokens as "maxOutputTokens",
       profiles.max_input_tokens as "maxInputTokens",
       profiles.fallback,
       char_length(profiles.instructions) as "instructionsLength",
       profiles.vector_store_ids as "vectorStoreIds",
       array(
         select label from public.assistants
         where assistants.openai_assistant_id = profiles.openai_assistant_id
         order by label
       ) as assistants
     from public.ai_assistant_profiles as profiles
     order by profiles.openai_assistant_id`,
  );
}

/** @returns a line of the human-readable list */
export function describeProfile(profile: ListedProfile): string {
  const { key, provider, model, maxOutputTokens, maxInputTokens, instructionsLength } = profile;
  const { fallback, vectorStoreIds } = profile;
  const assistants = profile.assistants.map((label) => `"${label}"`).join(', ');
  return [
    key,
    `provider ${provider}${fallback === null ? '' : `, then ${fallback}`}`,
    `model ${model ?? 'of the server'}`,
    `output ${maxOutputTokens === null ? 'limit of the server' : `${maxOutputTokens} tokens`}`,
    ...(maxInputTokens === null ? [] : [`input ${maxInputTokens} tokens`]),
    `instructions ${instructionsLength} characters`,
    ...(vectorStoreIds.length > 0 ? [`vector stores ${vectorStoreIds.join()}`] : []),
    assistants ? `assistants ${assistants}` : 'no assistant has this key',
  ].join('  ');
}

/**
 * Sets or removes an assistant's model settings, as the owner of the database. With an administrator, the audit log
 * records the change as theirs; without one only the database's own log does.
 * @returns a message with the result
 * @throws {ProfileChangeError} and changes nothing
 */
export async function changeProfile(database: Database, request: ProfileChange): Promise<string> {
  await requirePrepared(database);
  return database.transaction(async (transaction) => {
    const before = await readProfile(transaction, request.key);
    if (request.action === 'remove' && !before)
      throw new ProfileChangeError(`${request.key} has no profile`);
    const after =
      request.action === 'set' ? { ...(before ?? NOTHING_SET), ...request.changes } : NOTHING_SET;
    const assistants = await transaction.query<{ id: string }>(
      'select id from public.assistants where openai_assistant_id = $1 order by created_at limit 1',
      [request.key],
    );
    if (request.administrator === undefined) await write(transaction, request.key, after);
    else await writeAs(request.administrator, transaction, request, after, assistants[0]?.id);
    if (request.action === 'set')
      return assistants.length > 0
        ? `${request.key} is set`
        : `${request.key} is set. No assistant has this key yet.`;
    await transaction.query(
      'delete from public.ai_assistant_profiles where openai_assistant_id = $1',
      [request.key],
    );
    return `${request.key} has no profile any more`;
  });
}

async function requirePrepared(database: Queryable): Promise<void> {
  const [found] = await database.query(
    "select 1 as found where to_regprocedure('public.set_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, text)') is not null",
  );
  if (!found)
    throw new ProfileChangeError('The database is not set up for this release: start it once.');
}

async function readProfile(database: Queryable, key: string): Promise<AssistantModel | undefined> {
  const [profile] = await database.query<AssistantModel & Record<string, unknown>>(
    `select provider, fallback, model, instructions, max_output_tokens as "maxOutputTokens",
       max_input_tokens as "maxInputTokens", vector_store_ids as "vectorStoreIds"
     from public.ai_assistant_profiles where openai_assistant_id = $1 for update`,
    [key],
  );
  return profile;
}

async function write(database: Queryable, key: string, model: AssistantModel): Promise<void> {
  await database.query(
    `insert into public.ai_assistant_profiles
       (openai_assistant_id, provider, model, instructions, max_output_tokens, vector_store_ids, max_input_tokens, fallback)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (openai_assistant_id) do update
     set provider = excluded.provider,
         model = excluded.model,
         instructions = excluded.instructions,
         max_output_tokens = excluded.max_output_tokens,
         vector_store_ids = excluded.vector_store_ids,
         max_input_tokens = excluded.max_input_tokens,
         fallback = excluded.fallback,
         version = ai_assistant_profiles.version + 1`,
    [key, ...toParameters(model)],
  );
}

/** Calls the same function as the HTTP route, with its audit record. */
async function writeAs(
  administrator: string,
  database: Queryable,
  { key }: ProfileChange,
  model: AssistantModel,
  assistantId: string | undefined,
): Promise<void> {
  const [person] = await database.query<{ id: string }>(
    `select users.id from public.users join public.roles on roles.id = users.role_id
     where lower(users.email) = lower($1) and roles.name = 'admin'`,
    [administrator],
  );
  if (!person) throw new ProfileChangeError(`${administrator} is no administrator`);
  if (assistantId === undefined)
    throw new ProfileChangeError(
      `No assistant has the key ${key}, so nothing can be recorded of it. Leave --as out.`,
    );
  await database.query('select public.set_assistant_model($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    person.id,
    assistantId,
    ...toParameters(model),
  ]);
}

function toParameters(model: AssistantModel): unknown[] {
  const { provider, fallback, model: name, instructions, vectorStoreIds } = model;
  const { maxOutputTokens, maxInputTokens } = model;
  const stores = [...new Set(vectorStoreIds)];
  return [provider, name, instructions, maxOutputTokens, stores, maxInputTokens, fallback];
}
