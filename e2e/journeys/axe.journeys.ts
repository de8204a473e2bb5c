import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import { createChatPage } from './chat.ts';
import { expect, test } from './journey.ts';
import type { Screen, Target } from './screen.ts';

declare const axe: typeof Axe;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the WCAG 2.2 AA violations on the screen, as `rule: elements`. */
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

async function expectNoViolations(screen: Screen, ready: Target) {
  await ready.first().expectVisible();
  expect(await findViolations(screen)).toEqual([]);
}

const options = { reducedMotion: true };

test('the landing and sign-in pages have no axe violations', async ({ openScreen }) => {
  const screen = await openScreen(undefined, options);
  await screen.open('/');
  await expectNoViolations(screen, screen.heading('Your AI Assistant'));
  await screen.open('/auth/sign-in');
  await expectNoViolations(screen, screen.field('Email'));
});

test('the chat has no axe violations: welcome, conversation, New Chat dialog', async ({
  openScreen,
}) => {
  const screen = await openScreen('worker', options);
  const chat = createChatPage(screen);
  await screen.open('/app');
  await expectNoViolations(screen, screen.heading(/^Welcome/));
  await chat.list.role('link').first().click();
  await chat.composer.expectVisible();
  await expectNoViolations(screen, chat.mine);
  await screen.button('New Chat').first().click();
  await expectNoViolations(screen, screen.role('dialog').role('radio', /^Shift notes/));
});

test('the admin area has no axe violations: overview, assistants, participants, users, audit log', async ({
  openScreen,
}) => {
  const screen = await openScreen('admin', options);
  const screens: [address: string, ready: Target][] = [
    ['/admin', screen.heading('AI Assistants')],
    ['/admin/assistants', screen.button('Shift notes')],
    ['/admin/participants', screen.button(/^Actions for/)],
    ['/admin/users', screen.button(/^Role of/)],
    ['/admin/audit', screen.button(/^Details of/)],
  ];
  for (const [address, ready] of screens) {
    await screen.open(address);
    await expectNoViolations(screen, ready);
  }
});
