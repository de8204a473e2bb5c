/** Checks if a value that a provider sent is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the text of a content: text itself, or a list of parts. Parts that are not text, such as thinking, count as ''. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOfPart).join('');
  return textOfPart(content);
}

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return '';
  const { type = 'text', text, refusal } = part;
  if (type === 'refusal' && typeof refusal === 'string') return refusal;
  return (type === 'text' || type === 'output_text') && typeof text === 'string' ? text : '';
}
