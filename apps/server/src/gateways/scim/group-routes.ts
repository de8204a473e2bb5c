import { Hono } from 'hono';
import type { Queryable } from '../../data/database/index.ts';
import { isUuid } from '../auth/uuid.ts';
import { parseFilter, type Condition } from './parse-filter.ts';
import { parseOperations, PATCH_SCHEMA, type Operation } from './parse-operations.ts';
import { isObject, readBody, readFields } from './read-body.ts';
import { readPage, selectAttributes } from './read-query.ts';
import { BASE_PATH, changeUsers, GROUP_SCHEMA, type ScimContext } from './scim-context.ts';
import { listResponse, ScimError, scimResponse } from './scim-response.ts';

interface GroupRow extends Record<string, unknown> {
  id: string;
  name: string;
  members: { value: string; display: string }[];
}

/** Users that join and leave a group. */
interface MemberChanges {
  added: Set<string>;
  removed: Set<string>;
}

const MAX_MEMBERS = 1_000;
const ONE_MEMBER = /^members\[\s*value\s+eq\s+"([^"\\]*)"\s*\]$/i;
const FIXED = 'Groups are the roles of the product: they are not created, renamed or deleted.';

function readGroups(database: Queryable): Promise<GroupRow[]> {
  return database.query<GroupRow>(
    `select groups.id::text as id, groups.name, (
       select coalesce(
         jsonb_agg(jsonb_build_object('value', users.id, 'display', users.email) order by users.email), '[]'
       )
       from private.provisioned_members
       join public.users on users.id = user_id
       where provisioned_members.role_id = groups.id
     ) as members
     from private.provisionable_groups as groups
     order by groups.name`,
  );
}

async function findGroup(database: Queryable, id: string): Promise<GroupRow> {
  const group = (await readGroups(database)).find((row) => row.id === id.toLowerCase());
  if (!group) throw new ScimError(404, 'Group not found');
  return group;
}

function toResource({ id, name, members }: GroupRow, siteUrl: string) {
  return {
    schemas: [GROUP_SCHEMA],
    id,
    displayName: name,
    members: members.map((member) => ({
      ...member,
      $ref: `${siteUrl}${BASE_PATH}/Users/${member.value}`,
    })),
    meta: { resourceType: 'Group', location: `${siteUrl}${BASE_PATH}/Groups/${id}` },
  };
}

function matches({ id, name, members }: GroupRow, { attribute, value }: Condition): boolean {
  const text = String(value).toLowerCase();
  switch (attribute) {
    case 'id':
      return id === text;
    case 'displayname':
      return name === text;
    case 'members':
    case 'members.value':
      return members.some((member) => member.value === text);
    default:
      throw new ScimError(
        400,
        'Groups are filtered by id, displayName and members.value.',
        'invalidFilter',
      );
  }
}

function readId(value: unknown): string {
  if (typeof value !== 'string' || !isUuid(value))
    throw new ScimError(400, 'A member must be named by the id of a user.', 'invalidValue');
  return value.toLowerCase();
}

function readMembers(value: unknown): string[] {
  const members = Array.isArray(value) ? value : [value];
  if (members.length > MAX_MEMBERS)
    throw new ScimError(413, `A request has at most ${MAX_MEMBERS} members.`);
  return members.map((member) => readId(isObject(member) ? member['value'] : member));
}

/** Applies an operation of a PATCH request to the members of a group. */
function applyOperation(group: GroupRow, changes: MemberChanges, operation: Operation): void {
  const { op, path, value, isExplicit } = operation;
  const add = (id: string) => void (changes.removed.delete(id), changes.added.add(id));
  const remove = (id: string) => void (changes.added.delete(id), changes.removed.add(id));
  const removeAll = () => {
    for (const member of [...group.members.map((row) => row.value), ...changes.added])
      remove(member);
  };
  const one = ONE_MEMBER.exec(path)?.[1];
  if (one !== undefined && op === 'remove') return remove(readId(one));
  switch (path) {
    case 'members':
      if (op === 'remove' && (value === undefined || value === null)) return removeAll();
      if (op === 'remove') return readMembers(value).forEach(remove);
      if (op === 'replace') removeAll();
      return readMembers(value).forEach(add);
    case 'displayname':
      if (value === undefined || String(value).toLowerCase() === group.name) return;
      throw new ScimError(400, FIXED, 'mutability');
    // Not stored: the directory finds a group by its name.
    case 'externalid':
      return;
    default:
      if (isExplicit) throw new ScimError(400, 'A group has no such attribute.', 'invalidPath');
  }
}

async function changeMembers(
  database: Queryable,
  id: string,
  operations: readonly Operation[],
): Promise<GroupRow> {
  const group = await findGroup(database, id);
  const changes: MemberChanges = { added: new Set(), removed: new Set() };
  for (const operation of operations) applyOperation(group, changes, operation);
  await database.query(
    `select private.change_provisioned_members(
       $1::text::uuid,
       array(select jsonb_array_elements_text($2::text::jsonb)::uuid),
       array(select jsonb_array_elements_text($3::text::jsonb)::uuid)
     )`,
    [group.id, JSON.stringify([...changes.added]), JSON.stringify([...changes.removed])],
  );
  return findGroup(database, id);
}

/** Creates the routes of /Groups. Its groups are the roles that the directory may give. */
export function createGroupRoutes({ database, siteUrl }: ScimContext): Hono {
  const answer = (row: GroupRow, request: Request) =>
    scimResponse(selectAttributes(toResource(row, siteUrl), new URL(request.url).searchParams));
  const refuse = () => {
    throw new ScimError(403, FIXED);
  };

  return new Hono()
    .get('/', async ({ req }) => {
      const query = new URL(req.url).searchParams;
      const { startIndex, count } = readPage(query);
      const filter = query.get('filter');
      const conditions = filter === null ? [] : parseFilter(filter);
      const found = (await readGroups(database)).filter((row) =>
        conditions.every((condition) => matches(row, condition)),
      );
      const resources = found
        .slice(startIndex - 1, startIndex - 1 + count)
        .map((row) => selectAttributes(toResource(row, siteUrl), query));
      return scimResponse(listResponse(resources, found.length, startIndex));
    })
    .get('/:id', async ({ req }) => answer(await findGroup(database, req.param('id')), req.raw))
    .post('/', refuse)
    .delete('/:id', refuse)
    .put('/:id', async ({ req }) => {
      const fields = readFields(await readBody(req.raw, GROUP_SCHEMA));
      const set = (path: string, value: unknown): Operation => ({
        op: 'replace',
        path,
        value,
        isExplicit: true,
      });
      const row = await changeUsers(database, (transaction) =>
        changeMembers(transaction, req.param('id'), [
          set('displayname', fields.get('displayname')),
          set('members', fields.get('members') ?? []),
        ]),
      );
      return answer(row, req.raw);
    })
    .patch('/:id', async ({ req }) => {
      const operations = parseOperations(await readBody(req.raw, PATCH_SCHEMA));
      await changeUsers(database, (transaction) =>
        changeMembers(transaction, req.param('id'), operations),
      );
      return new Response(null, { status: 204 });
    });
}
