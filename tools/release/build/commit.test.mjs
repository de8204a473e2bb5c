import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requireCurrent } from './commit.mjs';

test('REL-14 a build from before the last commit of its sources is refused', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'homie-build-'));
  await expect(requireCurrent('chat', folder)).resolves.toBeUndefined();
  await utimes(folder, 1, 1);
  await expect(requireCurrent('chat', folder)).rejects.toThrow(
    'is older than the last commit of apps/chat or libs',
  );
  await rm(folder, { recursive: true });
});
