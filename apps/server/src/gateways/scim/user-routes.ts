import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Queryable } from '../../data/database/index.ts';
import { addUser } from '../auth/administer-users.ts';
import { isUuid } from '../auth/uuid.ts';
import { parseFilter, type Condition } from './parse-filter.ts';
import { parseOperations, PATCH_SCHEMA } from './parse-operations.ts';
import { parseUser, parseUserOperations, readBoolean, type UserChanges } from './parse-user.ts';
import { readBody } from './read-body.ts';
import { readPage, selectAttributes, type Page } from './read-query.ts';
import { BASE_PATH, changeUsers, USER_SCHEMA, type ScimContext } from './scim-context.ts';
import { listResponse, ScimError, scimResponse } from './scim-response.ts';

interface UserRow {
  id: string;
  email: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  display_name: string | null;
  active: boolean;
  created_at: string;
  updated_at: string;
  groups: { value: string; display: string }[];
}

/** The attributes of filters, by the names of the database. */
const FILTERS: Readonly<Record<string, string>> = {
  id: 'id',
  username: 'email',
  emails: 'email',
  'emails.value': 'email',
  externalid: 'externalId',
  active: 'active',
};

/** The one address of a user has this type and is the primary one: conditions on them decide without the database. */
const OF_ADDRESS = new Map<string, unknown>([
  ['emails.type', 'work'],
  ['emails.primary', 'true'],
]);
/** A condition that no user meets. */
const NO_ONE = { attribute: 'id', value: '' };

/** Returns the conditions for the database. */
function toDatabase({ attribute, value }: Condition): { attribute: string; value: string }[] {
  const constant = OF_ADDRESS.get(attribute);
  if (constant !== undefined) return String(value).toLowerCase() === constant ? [] : [NO_ONE];
  const name = Object.hasOwn(FILTERS, attribute) ? FILTERS[attribute] : undefined;
  if (name === undefined)
    throw new ScimError(
      400,
      'Users are filtered by id, userName, emails, externalId and active.',
      'invalidFilter',
    );
  if (name === 'active')
    return [{ attribute: name, value: String(readBoolean('active', value, 'invalidFilter')) }];
  const text = String(value);
  return [{ attribute: name, value: name === 'externalId' ? text : text.toLowerCase() }];
}

async function listUsers(
  database: Queryable,
  conditions: readonly { attribute: string; value: string }[],
  { startIndex, count }: Page,
): Promise<{ total: number; rows: UserRow[] }> {
  const [list] = await database.query<{ answer: { total: number; rows: UserRow[] } }>(
    'select private.list_provisionable_users($1::text::jsonb, $2::integer, $3::integer) as answer',
    [JSON.stringify(conditions), startIndex, count],
  );
  return list?.answer ?? { total: 0, rows: [] };
}

async function findUser(database: Queryable, id: string): Promise<UserRow> {
  const conditions = [{ attribute: 'id', value: id.toLowerCase() }];
  const { rows } = await listUsers(database, conditions, { startIndex: 1, count: 1 });
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

function notFound(): ScimError {
  return new ScimError(404, 'User not found');
}

/** Returns a user as a resource of SCIM. */
function toResource(row: UserRow, siteUrl: string) {
  const { given_name: givenName, family_name: familyName } = row;
  const fields = {
    schemas: [USER_SCHEMA],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.email,
    ...((givenName !== null || familyName !== null) && {
      name: {
        formatted: [givenName, familyName].filter((part) => part !== null).join(' '),
        ...(givenName !== null && { givenName }),
        ...(familyName !== null && { familyName }),
      },
    }),
    ...(row.display_name !== null && { displayName: row.display_name }),
    active: row.active,
    emails: [{ value: row.email, type: 'work', primary: true }],
    groups: row.groups.map((group) => ({
      ...group,
      $ref: `${siteUrl}${BASE_PATH}/Groups/${group.value}`,
    })),
  };
  const version = createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);
  return {
    ...fields,
    meta: {
      resourceType: 'User',
      created: new Date(row.created_at).toISOString(),
      lastModified: new Date(row.updated_at).toISOString(),
      location: `${siteUrl}${BASE_PATH}/Users/${row.id}`,
      version: `W/"${version}"`,
    },
  };
}

async function changeUser(
  database: Queryable,
  id: string,
  changes: UserChanges,
  isNew = false,
): Promise<UserRow> {
  await database.query(
    'select private.change_provisioned_user($1::text::uuid, $2::text::jsonb, $3::boolean)',
    [id, JSON.stringify(changes), isNew],
  );
  return findUser(database, id);
}

/** Creates the routes of /Users. */
export function createUserRoutes({ database, siteUrl }: ScimContext): Hono {
  const answer = (row: UserRow, request: Request, status = 200) => {
    const resource = toResource(row, siteUrl);
    const { location, version } = resource.meta;
    return scimResponse(selectAttributes(resource, new URL(request.url).searchParams), {
      status,
      headers: { etag: version, ...(status === 201 && { location }) },
    });
  };
  const readId = (id: string) => {
    if (!isUuid(id)) throw notFound();
    return id;
  };

  return new Hono()
    .get('/', async ({ req }) => {
      const query = new URL(req.url).searchParams;
      const page = readPage(query);
      const filter = query.get('filter');
      const conditions = filter === null ? [] : parseFilter(filter).flatMap(toDatabase);
      const { total, rows } = await listUsers(database, conditions, page);
      const resources = rows.map((row) => selectAttributes(toResource(row, siteUrl), query));
      return scimResponse(listResponse(resources, total, page.startIndex));
    })
    .get('/:id', async ({ req }) =>
      answer(await findUser(database, readId(req.param('id'))), req.raw),
    )
    .post('/', async ({ req }) => {
      const user = { active: true, ...parseUser(await readBody(req.raw, USER_SCHEMA)) };
      const row = await changeUsers(database, async (transaction) => {
        const { email } = user;
        const added = await addUser(transaction, { email, passwordHash: null, isConfirmed: true });
        if (!added)
          throw new ScimError(409, 'A user with this userName exists already.', 'uniqueness');
        return changeUser(transaction, String(added['id']), user, true);
      });
      return answer(row, req.raw, 201);
    })
    .put('/:id', async ({ req }) => {
      const id = readId(req.param('id'));
      const user = parseUser(await readBody(req.raw, USER_SCHEMA));
      const row = await changeUsers(database, (transaction) => changeUser(transaction, id, user));
      return answer(row, req.raw);
    })
    .patch('/:id', async ({ req }) => {
      const id = readId(req.param('id'));
      const changes = parseUserOperations(parseOperations(await readBody(req.raw, PATCH_SCHEMA)));
      const row = await changeUsers(database, (transaction) =>
        changeUser(transaction, id, changes),
      );
      return answer(row, req.raw);
    })
    .delete('/:id', async ({ req }) => {
      const id = readId(req.param('id'));
      await changeUsers(database, (transaction) => changeUser(transaction, id, { active: false }));
      return new Response(null, { status: 204 });
    });
}
