import { expect, test } from 'vitest';
import type { ExtractedFile } from '../../_shared/domain/extract/extracted-file.ts';
import { runDeno } from '../support/deno.ts';
import { readCases } from '../support/extraction-cases.ts';

test('files of all types are extracted on Deno as on Node', async () => {
  const onNode = await readCases();
  const script = 'supabase/functions/tests/deno/read-files.ts';
  const args = ['--no-check', '--no-prompt', '--allow-env', '--allow-read'];
  const { output, errors } = await runDeno('run', 'conversations', [...args, script]);
  const onDeno = JSON.parse(output || errors) as ExtractedFile[];
  expect(onDeno).toEqual(onNode);
  expect(onDeno.map(({ notes }) => notes.length)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 1, 1]);
});
