import { expect, test } from 'vitest';
import type { ExtractedFile } from '../../_shared/domain/extract/extracted-file.ts';
import { runDeno } from '../support/deno.ts';
import { readCases } from '../support/extraction-cases.ts';

test('EXTRACT-01 files of all types are extracted on Deno as on Node', async () => {
  const onNode = await readCases();
  const script = 'supabase/functions/tests/deno/read-files.ts';
  const args = ['--no-check', '--no-prompt', '--allow-env', '--allow-read'];
  const { output, errors } = await runDeno('run', 'conversations', [...args, script]);
  const onDeno = JSON.parse(output || errors) as ExtractedFile[];
  expect(onDeno).toEqual(onNode);
  const notes = onDeno.slice(0, 10).map((file) => file.notes.length);
  expect(notes).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 1, 1]);
});
