import { expect, test } from 'vitest';
import { REASONS, Refused } from './refused.ts';
import { NOT_CHECKED, scanFile } from './scan-file.ts';
import { encodeUtf8 } from './testing/office-files.ts';

test('a check that fails is reported, and the file is not accepted', async () => {
  const errors: unknown[] = [];
  const failure = new Error('scanner away');
  const checks = [() => Promise.reject(failure)];
  const verdict = await scanFile(
    { name: 'a.txt', bytes: encodeUtf8('a') },
    { checks, onError: (error) => errors.push(error) },
  );
  expect(verdict).toEqual({ status: 'error', reason: NOT_CHECKED });
  expect(errors).toEqual([failure]);
  expect(await scanFile({ name: 'a.txt', bytes: encodeUtf8('a') }, { checks })).toEqual(verdict);
});

test('checks run in order, and the first refusal is the verdict', async () => {
  const checks = [
    () => Promise.resolve(),
    () => {
      throw new Refused('virus');
    },
  ];
  expect(await scanFile({ name: 'a.txt', bytes: encodeUtf8('a') }, { checks })).toEqual({
    status: 'blocked',
    reason: REASONS.virus,
  });
});
