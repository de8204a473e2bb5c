import { normalizeAttribute } from './parse-filter.ts';
import { isObject, readFields, type ScimObject } from './read-body.ts';
import { ScimError } from './scim-response.ts';

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** One change of one attribute. */
export interface Operation {
  op: 'add' | 'remove' | 'replace';
  /** In lower case and without its schema; a filter in brackets is verbatim: `members[value eq "…"]`. */
  path: string;
  value: unknown;
  /** The request names the attribute by `path`, and not within a value. */
  isExplicit: boolean;
}

const MAX_OPERATIONS = 1_000;
const OPS = ['add', 'remove', 'replace'] as const;

function normalizePath(path: string): string {
  const bracket = path.indexOf('[');
  if (bracket === -1) return normalizeAttribute(path.trim());
  return normalizeAttribute(path.slice(0, bracket).trim()) + path.slice(bracket).trim();
}

function readOperation(operation: unknown): Operation[] {
  if (!isObject(operation))
    throw new ScimError(400, 'An operation must be an object.', 'invalidSyntax');
  const fields = readFields(operation);
  const [path, value] = [fields.get('path'), fields.get('value')];
  const op = OPS.find((name) => name === String(fields.get('op')).toLowerCase());
  if (!op) throw new ScimError(400, 'op must be add, remove or replace.', 'invalidSyntax');
  if (typeof path === 'string' && path.trim() !== '')
    return [{ op, path: normalizePath(path), value, isExplicit: true }];
  if (path !== undefined && path !== null)
    throw new ScimError(400, 'path must be a text.', 'invalidPath');
  if (op === 'remove') throw new ScimError(400, 'remove needs a path.', 'noTarget');
  if (!isObject(value))
    throw new ScimError(400, 'Without a path, value must be an object.', 'invalidValue');
  return Object.entries(value).map(([name, part]) => ({
    op,
    path: normalizePath(name),
    value: part,
    isExplicit: false,
  }));
}

/**
 * Reads the operations of a PATCH request. One without a path becomes one per attribute.
 * @throws {ScimError}
 */
export function parseOperations(body: ScimObject): Operation[] {
  const operations = readFields(body).get('operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw new ScimError(
      400,
      `Operations must be a list of 1 to ${MAX_OPERATIONS}.`,
      'invalidSyntax',
    );
  return operations.flatMap(readOperation);
}
