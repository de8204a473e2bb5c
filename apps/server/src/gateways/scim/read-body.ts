import { isStorable } from '../../http/storable-text.ts';
import { ScimError } from './scim-response.ts';

export type ScimObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is ScimObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the JSON object of a request.
 * @param schema that the object must name
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
  const { schemas } = body;
  if (!Array.isArray(schemas) || !schemas.includes(schema))
    throw new ScimError(400, `schemas must contain ${schema}.`, 'invalidSyntax');
  return body;
}
