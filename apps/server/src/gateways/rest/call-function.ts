import { callerSettings, callSettings, type Database } from '../../data/database/index.ts';
import type { Secrets } from '../../data/secrets/secrets.ts';
import { describeError } from '../../http/describe-error.ts';
import type { AccessToken } from '../auth/access-token.ts';
import { isUuid } from '../auth/uuid.ts';
import { answerDatabaseError, isRefusal } from './database-error.ts';

type FunctionInfo = NonNullable<
  Awaited<ReturnType<Database['connection']['introspect']>>['functions']
>[number];

const PATH = /^\/rest\/v1\/rpc\/(\w+)$/;
/** Names that lite accepts without escaping. */
const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;
/** Headers that change the response or the function that is called, with the values that do not. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ['*/*', 'application/json'],
  'content-type': ['application/json'],
  'content-profile': ['public'],
  prefer: [],
  range: [],
};

interface CallContext {
  database: Database;
  secrets: Secrets;
  /** Receives one line per failure of the database, without SQL and without values. */
  log: (line: string) => void;
}

/** A request with its body, and its verified token if it has one. */
interface Call {
  request: Request;
  body: string;
  access: AccessToken | undefined;
}

/**
 * Calls a function of the database that returns one value, in one round trip instead of the thirteen of
 * `@supabase/lite`. The same role, claims and request apply.
 * @returns undefined if only lite can answer the request
 */
export async function callFunction(
  { database, secrets, log }: CallContext,
  { request, body, access }: Call,
): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const name = PATH.exec(pathname)?.[1];
  const auth = describeCaller(request, access, secrets);
  if (name === undefined || auth === undefined || search !== '' || !isPlain(request))
    return undefined;
  const statement = buildStatement(await findFunction(database, name), listArguments(body));
  if (statement === undefined) return undefined;
  const settings = {
    ...callerSettings({ auth }),
    ...callSettings({
      method: request.method,
      path: `/rpc/${name}`,
      requestHeaders: Object.fromEntries(request.headers),
    }),
  };
  try {
    const value = await database.runWithSettings({ name, settings, statement, input: body });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    return new Response(value ?? 'null', { headers });
  } catch (error) {
    const answer = answerDatabaseError(error);
    if (answer === undefined) throw error;
    if (!isRefusal(error)) log(describeError(error));
    return answer;
  }
}

/** Returns role and claims as `@supabase/lite` sets them; undefined for callers that it has to verify. */
function describeCaller(
  request: Request,
  access: AccessToken | undefined,
  { secretKey }: Secrets,
): Parameters<typeof callerSettings>[0]['auth'] {
  if (access !== undefined) {
    const { role, userId, sessionId, claims } = access;
    return role === 'authenticated' && isUuid(sessionId)
      ? { role, uid: userId, jwt: claims }
      : undefined;
  }
  const role = 'service_role';
  return request.headers.get('authorization') === `Bearer ${secretKey}`
    ? { role, jwt: { role } }
    : undefined;
}

function isPlain(request: Request): boolean {
  return (
    request.method === 'POST' &&
    Object.entries(HEADERS).every(([header, values]) => {
      const value = request.headers.get(header);
      return value === null || values.includes(value);
    })
  );
}

/** Returns the names of the arguments; undefined if they are not in an object. */
function listArguments(body: string): string[] | undefined {
  const value: unknown = body === '' ? undefined : JSON.parse(body);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.keys(value) : undefined;
}

/** Returns the only function with this name, if it returns one value that is no row. */
async function findFunction(database: Database, name: string): Promise<FunctionInfo | undefined> {
  const { functions = [] } = await database.connection.introspect({ useCache: true });
  const [found, ...others] = functions.filter(
    (candidate) => candidate.schema === 'public' && candidate.name === name,
  );
  const isSimple =
    found?.return_typtype === 'b' &&
    !found.return_is_setof &&
    !found.has_out_args &&
    !found.has_variadic &&
    found.arg_names.length === found.arg_types.length;
  return isSimple && others.length === 0 ? found : undefined;
}

/** Returns the statement that passes the arguments by name, as PostgREST does; undefined if they do not fit. */
function buildStatement(
  found: FunctionInfo | undefined,
  given: string[] | undefined,
): string | undefined {
  if (!found || !given) return undefined;
  const names = found.arg_names;
  const required = names.slice(0, names.length - found.arg_defaults);
  if (!required.every((name) => given.includes(name))) return undefined;
  if (!given.every((name) => names.includes(name) && IDENTIFIER.test(name))) return undefined;
  const passed = given.map((name) => `"${name}" => input."${name}"`);
  const columns = given.map((name) => `"${name}" ${found.arg_types[names.indexOf(name)]}`);
  const call = `select to_jsonb(public."${found.name}"(${passed.join(', ')}))::text`;
  return given.length === 0
    ? call
    : `${call} from jsonb_to_record($1) as input (${columns.join(', ')})`;
}
