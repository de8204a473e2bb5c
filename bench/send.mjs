// Measures the time from Enter until the provider is requested, in a conversation that is open, on a page at a quarter
// of the CPU speed: until the page has sent its request, and from there until the server has requested the provider.
// Needs a build and composed remotes.
//
//   node bench/send.mjs [--rounds 15]
import { parseArgs } from 'node:util';
import { launch, median } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';
import { storeConversation } from './support/stored-conversation.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });

const server = await startScriptedServer();
const session = await server.signIn();
const conversation = await storeConversation(server, session, 4);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.addInitScript(
  ([key, value]) => {
    localStorage.setItem(key, value);
    const now = () => performance.timeOrigin + performance.now();
    const times = { pressed: 0, sent: 0 };
    Object.assign(window, { times });
    addEventListener(
      'keydown',
      ({ key: pressed }) => pressed === 'Enter' && (times.pressed = now()),
      true,
    );
    const send = window.fetch;
    window.fetch = (input, init) => {
      if (String(init?.body).includes('/stream"')) times.sent = now();
      return send(input, init);
    };
  },
  ['sb-homie-auth-token', JSON.stringify(session)],
);
const page = await context.newPage();
const devtools = await context.newCDPSession(page);
await page.goto(`${server.url}/app?conversation=${conversation.id}`);
const composer = page.getByRole('textbox', { name: /^Message / });
await composer.waitFor();
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });

const rounds = [];
// The first two warm up the code and the connections.
for (let round = -2; round < Number(values.rounds); round += 1) {
  await composer.fill(`Question ${round}`);
  const said = server.next('said');
  const wrote = server.next('wrote');
  await composer.press('Enter');
  const { requestedAt } = await said;
  const { pressed, sent } = await page.evaluate(() => Reflect.get(window, 'times'));
  if (round >= 0) rounds.push({ page: sent - pressed, server: requestedAt - sent });
  await page
    .getByRole('article', { name: 'Assistant' })
    .nth(-1)
    .and(page.locator(':not([aria-busy=true])'))
    .waitFor();
  await wrote;
}
await browser.close();
await server.stop();

const middle = (of) => median(rounds.map(of));
report(
  'From Enter to the request of the provider, at a quarter of the speed',
  [
    {
      name: 'together',
      value: middle(({ page, server }) => page + server),
      target: 60,
      unit: 'ms',
    },
    { name: 'in the page', value: middle(({ page }) => page), target: 30, unit: 'ms' },
    {
      name: 'on the network and the server',
      value: middle(({ server }) => server),
      target: 30,
      unit: 'ms',
    },
  ],
  { rounds },
);
