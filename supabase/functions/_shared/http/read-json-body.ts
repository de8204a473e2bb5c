import { AppError } from '@homie/contracts/requests';
import { readAtMost } from './read-at-most.ts';

/**
 * Reads a JSON body of at most `maxBytes`.
 * @throws AppError payload_too_large, before more than that was read, or invalid_json
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const announced = Number(request.headers.get('Content-Length') ?? 0);
  if (announced > maxBytes) throw new AppError('payload_too_large');
  const bytes = await readAtMost(request.body, maxBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('invalid_json', undefined, { cause });
  }
}
