const ID_LENGTH = 8;
const META_LENGTH = 50;

/** Returns the first characters of an id. */
export function idPreview(id: string): string {
  return `${id.slice(0, ID_LENGTH)}...`;
}

/** Returns metadata in one line, truncated if it is long. */
export function metaPreview(meta: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(meta);
  return text.length > META_LENGTH ? `${text.slice(0, META_LENGTH)}...` : text;
}
