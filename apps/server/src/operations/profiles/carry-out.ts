import type { AssistantModel } from '@homie/contracts';
import type { Database, Queryable } from '../../data/database/index.ts';
import type { ProfileRequest } from './profile-request.ts';

/** What was asked for cannot be done with this database. */
export class ProfileChangeError extends Error {}

type Change = Exclude<ProfileRequest, { action: 'list' }>;

const NOTHING_SAID: AssistantModel = {
  provider: 'default',
  model: null,
  instructions: '',
  maxOutputTokens: null,
  vectorStoreIds: [],
};

/**
 * Lists, sets or removes what assistants are to the model, as the owner of the database. With an administrator's name
 * the change is recorded as theirs; without one it is the operator's, of which the database's own log tells.
 * @returns what to say
 * @throws {ProfileChangeError} and changes nothing
 */
export async function carryOut(database: Database, request: ProfileRequest): Promise<string> {
  await requirePrepared(database);
  if (request.action === 'list') return list(database);
  return database.transaction(async (transaction) => {
    const before = await profileOf(transaction, request.key);
    if (request.action === 'remove' && !before)
      throw new ProfileChangeError(`${request.key} has no profile`);
    const after =
      request.action === 'set' ? { ...(before ?? NOTHING_SAID), ...request.changes } : NOTHING_SAID;
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
    "select 1 as found where to_regprocedure('public.set_assistant_model(uuid, uuid, text, text, text, integer, text[])') is not null",
  );
  if (!found)
    throw new ProfileChangeError('The database is not set up for this release: start it once.');
}

async function profileOf(database: Queryable, key: string): Promise<AssistantModel | undefined> {
  const [profile] = await database.query<AssistantModel & Record<string, unknown>>(
    `select provider, model, instructions, max_output_tokens as "maxOutputTokens", vector_store_ids as "vectorStoreIds"
     from public.ai_assistant_profiles where openai_assistant_id = $1 for update`,
    [key],
  );
  return profile;
}

async function write(database: Queryable, key: string, model: AssistantModel): Promise<void> {
  await database.query(
    `insert into public.ai_assistant_profiles
       (openai_assistant_id, provider, model, instructions, max_output_tokens, vector_store_ids)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (openai_assistant_id) do update
     set provider = excluded.provider,
         model = excluded.model,
         instructions = excluded.instructions,
         max_output_tokens = excluded.max_output_tokens,
         vector_store_ids = excluded.vector_store_ids,
         version = ai_assistant_profiles.version + 1`,
    [key, ...columnsOf(model)],
  );
}

/** The way that the HTTP route goes, with its record. */
async function writeAs(
  administrator: string,
  database: Queryable,
  { key }: Change,
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
  await database.query('select public.set_assistant_model($1, $2, $3, $4, $5, $6, $7)', [
    person.id,
    assistantId,
    ...columnsOf(model),
  ]);
}

function columnsOf(model: AssistantModel): unknown[] {
  const { provider, model: name, instructions, maxOutputTokens, vectorStoreIds } = model;
  return [provider, name, instructions, maxOutputTokens, [...new Set(vectorStoreIds)]];
}

async function list(database: Queryable): Promise<string> {
  const rows = await database.query<{ line: string }>(
    `select concat_ws('  ',
       profiles.openai_assistant_id,
       'provider ' || profiles.provider,
       'model ' || coalesce(profiles.model, 'of the server'),
       'output ' || coalesce(profiles.max_output_tokens || ' tokens', 'limit of the server'),
       'instructions ' || char_length(profiles.instructions) || ' characters',
       'vector stores ' || nullif(array_to_string(profiles.vector_store_ids, ','), ''),
       coalesce(
         (select 'assistants ' || string_agg('"' || label || '"', ', ' order by label)
          from public.assistants where assistants.openai_assistant_id = profiles.openai_assistant_id),
         'no assistant has this key'
       )
     ) as line
     from public.ai_assistant_profiles as profiles
     order by profiles.openai_assistant_id`,
  );
  return rows.map(({ line }) => line).join('\n') || 'No assistant has a profile';
}
