import { readAtMost } from './read-at-most.ts';

/** What can be read as it stands; other formats need an extraction of their own. */
const TEXT_TYPES = new Set(['text/plain', 'text/csv']);
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a stored text file as the caller: the storage's own rules decide whether the caller may.
 * @param path `bucket/key`
 * @returns the text, or undefined when the file is no text, too large or out of reach
 */
export async function readStoredText(
  service: { supabaseUrl: string; anonKey: string; fetch: typeof fetch },
  token: string,
  { path, mime }: { path: string; mime: string },
): Promise<string | undefined> {
  if (!TEXT_TYPES.has(mime)) return undefined;
  const address = path.split('/').map(encodeURIComponent).join('/');
  try {
    const response = await service.fetch(`${service.supabaseUrl}/storage/v1/object/${address}`, {
      headers: { Authorization: `Bearer ${token}`, apikey: service.anonKey },
    });
    if (!response.ok) return undefined;
    return new TextDecoder().decode(await readAtMost(response.body, MAX_BYTES));
  } catch {
    return undefined;
  }
}
