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

test('no screen has axe violations: landing, sign-in, chat, administration, audit log', async ({
  openScreen,
}) => {
  const visitor = await openScreen(undefined, { reducedMotion: true });
  await visitor.open('/');
  await expectNoViolations(visitor, visitor.heading('Your AI Assistant'));
  await visitor.open('/auth/sign-in');
  await expectNoViolations(visitor, visitor.field('Email'));

  const screen = await openScreen('admin', { reducedMotion: true });
  const chat = createChatPage(screen);
  const screens: [address: string, ready: Target][] = [
    ['/admin', screen.heading('AI Assistants')],
    ['/admin/assistants', screen.button('Shift notes')],
    ['/admin/participants', screen.button(/^Actions for/)],
    ['/admin/users', screen.button(/^Role of/)],
    ['/admin/audit', screen.button(/^Details of/)],
    ['/app', screen.heading(/^Welcome/)],
  ];
  for (const [address, ready] of screens) {
    await screen.open(address);
    await expectNoViolations(screen, ready);
  }
  await chat.list.role('link').first().click();
  await chat.composer.expectVisible();
  await expectNoViolations(screen, chat.mine);
  await screen.button('New Chat').first().click();
  await expectNoViolations(screen, screen.role('dialog').role('radio', /^Shift notes/));
});
