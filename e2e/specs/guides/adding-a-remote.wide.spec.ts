import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyWorkspace } from '../../fixtures/workspace-copy.ts';

const run = promisify(execFile);
const guide = path.resolve(import.meta.dirname, '../../../docs/guides/adding-a-remote.md');

/** Returns the command blocks of a guide. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block]) => block ?? []);
}

/** Returns only variables that a developer's shell has too, so that the inner test runner does not detect this one. */
function shellEnvironment(): NodeJS.ProcessEnv {
  const stored = ['PATH', 'HOME', 'TMPDIR', 'CHROMIUM_PATH', 'PLAYWRIGHT_BROWSERS_PATH'];
  const own = Object.fromEntries(stored.map((name) => [name, process.env[name]]));
  return { ...own, NX_DAEMON: 'false', NX_TUI: 'false', NO_COLOR: '1' };
}

/** Runs a block as a developer would. @throws with its output if it fails */
async function execute(commands: string, cwd: string): Promise<string> {
  const options = { cwd, env: shellEnvironment(), maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run('bash', ['-e', '-c', commands], options).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${commands}\n${error.stdout ?? ''}\n${error.stderr ?? ''}`);
    },
  );
  return stdout;
}

test('the guide creates a remote that is tested, released and linked in the navigation, without changes to the shell', async () => {
  // It builds, tests and starts a whole product, possibly on a busy computer.
  test.setTimeout(900_000);
  const blocks = commandsIn(await readFile(guide, 'utf8'));
  expect(blocks).toHaveLength(4);
  const workspace = await copyWorkspace();
  const { folder } = workspace;
  const shell = async () => (await readdir(path.join(folder, 'apps/shell/dist/assets'))).toSorted();
  try {
    const before = await shell();
    const dry = await execute('npx nx g remote billing --dry-run', folder);
    expect(dry).toContain('CREATE apps/billing/src/screen/billing-screen.tsx');
    expect(await readdir(path.join(folder, 'apps'))).not.toContain('billing');

    for (const commands of blocks) {
      await test.step(commands.trim(), () => execute(commands, folder));
    }
    expect(await shell()).toEqual(before);
    // The generated code passes the linter and the formatter.
    await execute('npx oxlint --deny-warnings apps/billing e2e/specs/billing', folder);
    await execute('npx prettier --check apps/billing e2e/specs/billing tsconfig.json', folder);
  } finally {
    await workspace.remove();
  }
});
