// `npm run mutants`: removes the checks of the database one by one and reports those whose removal no test detects.
// `npm run mutants -- attachment` makes only the mutants whose names match, as a regular expression.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { summarizeMutants } from './steps/mutants.mjs';
import { getBinPath, root, run } from './steps/run.mjs';

const report = path.join(root, 'test-results/mutants.json');
const [pattern] = process.argv.slice(2);
const config = ['--config', '.config/vitest.ts', '--project', 'mutants'];
const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`];

rmSync(report, { force: true });
const started = performance.now();
const { code } = await run(getBinPath('vitest'), [
  'run',
  ...config,
  ...reporters,
  ...(pattern === undefined ? [] : ['-t', pattern]),
]);
const minutes = ((performance.now() - started) / 60_000).toFixed(0);
const { lines, ok } = summarizeMutants(JSON.parse(readFileSync(report, 'utf8')));
console.log(`\n${lines.join('\n')}\n${minutes} minutes`);
process.exit(code === 0 && ok ? 0 : 1);
