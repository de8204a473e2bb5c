import { isStorable } from '../../http/storable-text.ts';
import { ScimError } from './scim-response.ts';

export type ScimObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is ScimObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the fields of an object by their names in lower case: names are case-insensitive. */
export function readFields(object: ScimObject): Map<string, unknown> {
  return new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Reads the JSON object of a request.
 * @param schema that the object must name, unless it names none
 * @throws {ScimError}
 */
export async function readBody(request: Request, schema: string): Promise<ScimObject> {
  let body: unknown;
  try {
    body = JSON.parse(await request.text());
  } catch {
    throw new ScimError(400, 'The body is not valid JSON.', 'invalidSyntax');
  }
  if (!isObject(body)) throw new ScimError(400, 'The body must be an object.', 'invalidSyntax');
  if (!isStorable(body))
    throw new ScimError(400, 'The body has an invalid character, or is too deep.', 'invalidValue');
  const schemas = [readFields(body).get('schemas') ?? []].flat();
  if (
    schemas.length > 0 &&
    !schemas.some((name) => String(name).toLowerCase() === schema.toLowerCase())
  )
    throw new ScimError(400, `schemas must contain ${schema}.`, 'invalidSyntax');
  return body;
}
