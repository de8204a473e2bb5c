import { randomUUID } from 'node:crypto';
import type { RoleName } from '@homie/contracts';
import type { Queryable } from '@homie/server';
import type { RoleIds } from '../http/people.ts';
import type { Answer, Call, Rest, Row } from '../http/rest.ts';
import { layParticipantWithAssistant, type Actor, type MatrixWorld } from '../http/world.ts';

/** Runs a statement as a request would, which a refusal does not abort. */
const ATTEMPT = `
create function tests.attempt(request_role text, person uuid, statement text, body json, reads boolean) returns json
language plpgsql as $$
declare
  rows json;
begin
  perform tests.as_request(request_role, person);
  if reads then
    execute statement into rows;
  else
    execute statement using body;
    set constraints all immediate;
  end if;
  perform tests.as_owner();
  return json_build_object('rows', coalesce(rows, '[]'));
exception when others then
  return json_build_object('code', sqlstate, 'message', sqlerrm);
end;
$$`;

/** Returns the statement that PostgREST would run. */
function statementOf(path: string, { method = 'GET', query = {}, body }: Call): string {
  if (path.startsWith('rpc/')) {
    const values = Object.entries(body as Record<string, string>);
    const given = values.map(([name, value]) => `${name} => '${value}'`).join(', ');
    return `select to_json(public.${path.slice('rpc/'.length)}(${given}))`;
  }
  const { select = '*', ...filters } = query;
  const table = `public.${path}`;
  const conditions = Object.entries(filters).map(
    ([name, value]) => `${name} = '${value.replace(/^eq\./, '')}'`,
  );
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const columns = Object.keys((body as Row | undefined) ?? {}).join(', ');
  const values = `select ${columns} from json_populate_record(null::${table}, $1)`;
  switch (method) {
    case 'GET':
      return `select json_agg(found) from (select ${select} from ${table}${where}) as found`;
    case 'HEAD':
      return `select to_json(count(*)) from ${table}${where}`;
    case 'POST':
      return `insert into ${table} (${columns}) ${values}`;
    case 'PATCH':
      return `update ${table} set (${columns}) = row (${columns.replace(/\w+/g, 'given.$&')})
              from (${values}) as given${where.replace(/(where|and) /g, `$1 ${path}.`)}`;
    case 'DELETE':
      return `delete from ${table}${where}`;
  }
}

/** The REST interface without HTTP: the same statements, role and claims, in the transaction of `database`. */
function sqlRest(database: () => Queryable, role: string, person: string | null = null): Rest {
  return async (path, call = {}): Promise<Answer> => {
    const { method = 'GET', body } = call;
    const [row] = await database().query<{
      answer: { rows?: unknown; code?: string; message?: string };
    }>('select tests.attempt($1, $2, $3, $4::text::json, $5) as answer', [
      role,
      person,
      statementOf(path, call),
      JSON.stringify(body ?? null),
      method === 'GET' || method === 'HEAD' || path.startsWith('rpc/'),
    ]);
    const { rows, code, message } = row?.answer ?? {};
    return {
      status: code === undefined ? 200 : 403,
      code,
      message,
      rows: Array.isArray(rows) ? (rows as Row[]) : [],
      count: typeof rows === 'number' ? rows : undefined,
      body: code === undefined ? rows : { code, message },
    };
  };
}

/** Creates the people of the access matrix in a database with the helpers of the stories. */
export async function createSqlWorld(database: () => Queryable): Promise<MatrixWorld> {
  await database().exec(ATTEMPT);
  const rows = await database().query<{ id: string; name: RoleName }>('select id, name from roles');
  const roles = Object.fromEntries(rows.map(({ id, name }) => [name, id])) as RoleIds;
  const server = sqlRest(database, 'service_role');
  const asServer: Rest = async (path, call) => {
    const answer = await server(path, call);
    if (answer.code !== undefined) throw new Error(`${path}: ${answer.code} ${answer.message}`);
    return answer;
  };
  const createPerson = async (roleName: RoleName = 'support_worker'): Promise<Actor> => {
    const name = randomUUID();
    await database().query('select tests.add_person($1, $2)', [name, roleName]);
    const email = `${name}@tests.example`;
    const [{ id } = { id: '' }] = await database().query<{ id: string }>(
      'select id from auth.users where email = $1',
      [email],
    );
    return { id, email, roleName, rest: sqlRest(database, 'authenticated', id) };
  };
  const people = {
    worker: await createPerson(),
    unassigned: await createPerson(),
    other: await createPerson(),
    office: await createPerson('office'),
    admin: await createPerson('admin'),
  };
  const rowless = await createPerson();
  await database().query('delete from public.users where id = $1', [rowless.id]);
  const mine = await layParticipantWithAssistant(asServer, people.worker);
  await layParticipantWithAssistant(asServer, people.other);
  const visitor = sqlRest(database, 'anon');
  return {
    roles,
    people,
    visitors: { visitor, key: visitor },
    rowless,
    participantId: mine.participantId,
    assistants: { participant: mine.assistantId },
    asServer,
  };
}
