import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { newId } from './new-id.ts';

afterEach(() => vi.unstubAllGlobals());

test('HTTP-01 ids are different UUIDs, also where the browser offers only random bytes', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 200 }, newId);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
});
