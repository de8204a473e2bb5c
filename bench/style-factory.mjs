// What sending a message costs with our style factory and with Chakra's own: the script time of the page's thread, at a
// quarter of the speed. Decision 48 keeps ours while it saves more than a tenth. Needs a build and composed remotes.
//
//   node bench/style-factory.mjs [--rounds 9]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { launch, median, openPage, readCost, spent } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';
import { storeConversation } from './support/stored-conversation.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const shell = path.resolve(import.meta.dirname, '../apps/shell');
const chakra = path.join(import.meta.dirname, 'style-factory/chakra.ts');
const shellDir = mkdtempSync(path.join(tmpdir(), 'homie-chakra-'));
const back = process.cwd();
process.chdir(shell);
await build({
  configFile: path.join(shell, 'vite.config.ts'),
  root: shell,
  logLevel: 'error',
  plugins: [
    {
      name: 'bench:chakra-factory',
      enforce: 'pre',
      resolveId: (source) => (source.endsWith('/theme/styled.ts') ? chakra : undefined),
    },
  ],
  build: { outDir: shellDir, emptyOutDir: true },
});
process.chdir(back);

const servers = {
  ours: await startScriptedServer(),
  chakra: await startScriptedServer({ HOMIE_SHELL_DIR: shellDir }),
};
const browser = await launch();

/** Milliseconds of script from the key that sends to the shown reply. */
async function send(server) {
  const session = await server.signIn();
  const { id } = await storeConversation(server, session, 20);
  const opened = await openPage(browser, server, session);
  const { page } = opened;
  await page.goto(`${server.url}/app?conversation=${id}`);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('First');
  await composer.press('Enter');
  const replies = page.getByRole('article').filter({ hasText: 'Yes.' });
  await replies.first().waitFor();
  await composer.fill('Second');
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  const before = await readCost(opened);
  await composer.press('Enter');
  await replies.nth(1).waitFor();
  const cost = spent(before, await readCost(opened));
  await opened.close();
  return cost;
}

const costs = { ours: [], chakra: [] };
try {
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [kind, server] of Object.entries(servers)) costs[kind].push(await send(server));
} finally {
  await browser.close();
  for (const server of Object.values(servers)) await server.stop();
  rmSync(shellDir, { recursive: true, force: true });
}
const script = (kind) => median(costs[kind].map((cost) => cost.script));
console.log(`script of a send: ours ${script('ours')} ms, Chakra's ${script('chakra')} ms`);
report(
  'Our style factory against Chakra’s',
  [{ name: 'script of a send', value: script('ours') / script('chakra'), target: 0.9, unit: 'x' }],
  costs,
);
