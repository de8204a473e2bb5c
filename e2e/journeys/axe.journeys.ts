import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import { chatOf } from './chat.ts';
import { expect, test } from './journey.ts';
import type { Screen } from './screen.ts';

declare const axe: typeof Axe;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of WCAG 2.2 AA on the screen, as `rule: elements`. */
async function findViolations(screen: Screen): Promise<string[]> {
  await screen.tab.addScript(source);
  return screen.tab.evaluate(async () => {
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, null);
}

const headingOf = (name: string | RegExp) => (screen: Screen) =>
  screen.heading(name).first().expectVisible();

const screens: [
  name: string,
  who: 'admin' | 'worker' | undefined,
  address: string,
  isReady: (screen: Screen) => Promise<void>,
][] = [
  ['landing', undefined, '/', headingOf('Your AI Assistant')],
  ['sign-in', undefined, '/auth/sign-in', (screen) => screen.field('Email').expectVisible()],
  ['welcome', 'worker', '/app', headingOf(/^Welcome/)],
  [
    'conversation',
    'worker',
    '/app',
    async (screen) => {
      const chat = chatOf(screen);
      await chat.list.role('link').first().click();
      await chat.composer.expectVisible();
      await chat.mine.first().expectVisible();
    },
  ],
  [
    'new conversation',
    'worker',
    '/app',
    async (screen) => {
      await screen.button('New Chat').first().click();
      await screen
        .role('dialog')
        .role('radio', /^Shift notes/)
        .expectVisible();
    },
  ],
  ['overview of the administration', 'admin', '/admin', headingOf('AI Assistants')],
  [
    'assistants',
    'admin',
    '/admin/assistants',
    (screen) => screen.button('Shift notes').expectVisible(),
  ],
  [
    'participants',
    'admin',
    '/admin/participants',
    (screen) =>
      screen
        .button(/^Actions for/)
        .first()
        .expectVisible(),
  ],
  [
    'users',
    'admin',
    '/admin/users',
    (screen) =>
      screen
        .button(/^Role of/)
        .first()
        .expectVisible(),
  ],
  [
    'audit logs',
    'admin',
    '/admin/audit',
    (screen) =>
      screen
        .button(/^Details of/)
        .first()
        .expectVisible(),
  ],
];

for (const [name, who, address, isReady] of screens) {
  test(`axe finds nothing on the screen: ${name}`, async ({ openScreen }) => {
    const screen = await openScreen(who, { reducedMotion: true });
    await screen.open(address);
    await isReady(screen);
    expect(await findViolations(screen)).toEqual([]);
  });
}
