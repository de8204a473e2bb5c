import { emailAddress } from '../auth/email-address.ts';
import type { Operation } from './parse-operations.ts';
import { isObject, readFields, type ScimObject } from './read-body.ts';
import { ScimError, type ScimType } from './scim-response.ts';

/** Changes of a user; the database changes the fields that are there. */
export interface UserChanges {
  email?: string;
  externalId?: string | null;
  displayName?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  active?: boolean;
}

/** Attributes of RFC 7643 that the product does not store; `emails` follows `userName`. */
const IGNORED =
  /^(schemas|emails|nickname|profileurl|title|usertype|preferredlanguage|locale|timezone|password|phonenumbers|ims|photos|addresses|entitlements|roles|x509certificates|name\.(middlename|honorificprefix|honorificsuffix)|urn:ietf:params:scim:schemas:extension:.*)([.[:].*)?$/s;
const READ_ONLY = /^(id|meta|groups)([.[].*)?$/s;
const MAX_NAME = 100;
const MAX_EXTERNAL_ID = 255;

function readText(attribute: string, value: unknown, maxLength: number): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === undefined || text.length > maxLength || /\p{Cc}/u.test(text))
    throw new ScimError(
      400,
      `${attribute} must be a text of at most ${maxLength} characters.`,
      'invalidValue',
    );
  return text || null;
}

function readUserName(value: unknown): string {
  const email = emailAddress(value);
  if (!email) throw new ScimError(400, 'userName must be an email address.', 'invalidValue');
  return email;
}

/** Reads a boolean; Entra ID sends it as a text. */
export function readBoolean(
  attribute: string,
  value: unknown,
  type: ScimType = 'invalidValue',
): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false')
    throw new ScimError(400, `${attribute} must be true or false.`, type);
  return text === 'true';
}

function readName(value: unknown): UserChanges & { formatted?: string | null } {
  if (value === undefined || value === null) return { givenName: null, familyName: null };
  if (!isObject(value)) throw new ScimError(400, 'name must be an object.', 'invalidValue');
  const fields = readFields(value);
  return {
    ...(fields.has('formatted') && {
      formatted: readText('name.formatted', fields.get('formatted'), MAX_NAME),
    }),
    ...(fields.has('givenname') && {
      givenName: readText('name.givenName', fields.get('givenname'), MAX_NAME),
    }),
    ...(fields.has('familyname') && {
      familyName: readText('name.familyName', fields.get('familyname'), MAX_NAME),
    }),
  };
}

/**
 * Reads a whole user, for POST and PUT. Fields that are missing are removed, except for `active`.
 * @throws {ScimError}
 */
export function parseUser(body: ScimObject): UserChanges & { email: string } {
  const fields = readFields(body);
  const { formatted, givenName = null, familyName = null } = readName(fields.get('name'));
  const fullName = [givenName, familyName].filter((part) => part !== null).join(' ') || null;
  const active = fields.get('active');
  return {
    email: readUserName(fields.get('username')),
    externalId: readText('externalId', fields.get('externalid'), MAX_EXTERNAL_ID),
    displayName:
      readText('displayName', fields.get('displayname'), MAX_NAME) ?? formatted ?? fullName,
    givenName,
    familyName,
    ...(active !== undefined && active !== null && { active: readBoolean('active', active) }),
  };
}

/** Returns the value of an attribute that has one. Entra ID may send it in a list: `[{"value": "…"}]`. */
function readSingle(value: unknown): unknown {
  const [item, ...others] = Array.isArray(value) ? value : [];
  return isObject(item) && others.length === 0 ? item['value'] : value;
}

function parseOperation({ op, path, value: given, isExplicit }: Operation): UserChanges {
  const value = op === 'remove' ? undefined : readSingle(given);
  if (op === 'remove' && (path === 'username' || path === 'active'))
    throw new ScimError(400, `${path} cannot be removed.`, 'mutability');
  switch (path) {
    case 'username':
      return { email: readUserName(value) };
    case 'externalid':
      return { externalId: readText('externalId', value, MAX_EXTERNAL_ID) };
    case 'displayname':
      return { displayName: readText('displayName', value, MAX_NAME) };
    case 'name': {
      const { formatted, ...names } = readName(value);
      return { ...names, ...(formatted && { displayName: formatted }) };
    }
    case 'name.formatted':
      return { displayName: readText('name.formatted', value, MAX_NAME) };
    case 'name.givenname':
      return { givenName: readText('name.givenName', value, MAX_NAME) };
    case 'name.familyname':
      return { familyName: readText('name.familyName', value, MAX_NAME) };
    case 'active':
      return { active: readBoolean('active', value) };
    default:
      if (IGNORED.test(path)) return {};
      if (READ_ONLY.test(path) && isExplicit)
        throw new ScimError(400, 'This attribute is read-only.', 'mutability');
      if (isExplicit) throw new ScimError(400, 'A user has no such attribute.', 'invalidPath');
      return {};
  }
}

/**
 * Reads the changes of a PATCH request.
 * @throws {ScimError}
 */
export function parseUserOperations(operations: readonly Operation[]): UserChanges {
  return Object.assign({}, ...operations.map(parseOperation)) as UserChanges;
}
