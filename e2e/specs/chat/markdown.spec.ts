import { findFaults } from '../../fixtures/accessible.ts';
import type { Page } from '@playwright/test';
import type { Account } from '../../fixtures/accounts.ts';
import { startConversations } from '../../fixtures/conversations.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { storeExchanges } from '../../fixtures/stored-messages.ts';
import { resize } from '../../fixtures/resize.ts';
import { allowClipboard } from '../../fixtures/allow-clipboard.ts';
import { expect, ownPage, test } from '../../fixtures/shared-page.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { Thread } from '../../pages/thread.ts';
import { Toasts } from '../../pages/toasts.ts';

const CODE = 'const greeting: string = "Good morning";\n\nreturn greeting;';
const WIDE = `| ${Array.from({ length: 12 }, (_, index) => `Column ${index}`).join(' | ')} |
|${' --- |'.repeat(12)}
| ${Array.from({ length: 12 }, (_, index) => `something${index}`).join(' | ')} |`;

const REPLY = `# Handover

The day went **well**: see [the plan](https://example.org/plan) or write to <ava@example.org>. [Never](javascript:alert(1)) mind[^1].

## To do

- [x] Call the plumber
- [ ] Check the smoke alarm
  1. in the hall
  2. upstairs

${WIDE}

\`\`\`ts
${CODE}
\`\`\`

> Quoted with \`code\`.

![A map](https://tracker.example/map.png?who=me) <img src="https://tracker.example/pixel.png">

---

שלום עולם

[^1]: As ~~Sam~~ Mia said.
`;

test.beforeEach(async ({ context }) => {
  await allowClipboard(context);
});

interface Fixtures {
  page: Page;
  server: RunningServer;
  newUser: () => Promise<Account>;
  signIn: (page: Page, account: Account) => Promise<Account>;
}

/** Opens a conversation that contains the reply. */
async function openReply({ page, server, newUser, signIn }: Fixtures): Promise<ChatPage> {
  const account = await newUser();
  const [conversation] = await startConversations(server, account, ['With everything']);
  if (!conversation) throw new Error('No conversation');
  await storeExchanges(server, conversation.id, [{ question: 'How was it?', reply: REPLY }]);
  await signIn(page, account);
  const chat = new ChatPage(page);
  await chat.open(conversation);
  return chat;
}

/** Records every request to another origin. */
function watchLeaving(page: Page, home: string): string[] {
  const leaving: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(home)) leaving.push(request.url());
  });
  return leaving;
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('renders every Markdown element, accessible and on a phone too', async ({
  page,
  server,
  newUser,
  signIn,
}) => {
  const leaving = watchLeaving(page, server.url);
  const chat = await openReply({ page, server, newUser, signIn });
  await test.step('renders every Markdown element in the direction of its text and without external requests; footnotes work, and code can be copied', async () => {
    const reply = chat.replies.first();

    await expect(reply.getByRole('heading', { name: 'Handover', level: 2 })).toBeVisible();
    await expect(reply.getByRole('heading', { name: 'To do', level: 3 })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);

    const plan = reply.getByRole('link', { name: 'the plan (opens in a new tab)' });
    await expect(plan).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(plan).toHaveAttribute('target', '_blank');
    await expect(reply.getByRole('link', { name: 'ava@example.org' })).toHaveAttribute(
      'href',
      'mailto:ava@example.org',
    );
    await expect(reply.getByRole('link', { name: 'Never' })).toHaveCount(0);
    await expect(reply.getByRole('link', { name: /^A map/ })).toBeVisible();
    await expect(reply.getByRole('img')).toHaveCount(0);

    const tasks = reply.getByRole('checkbox', { name: 'Done' });
    await expect(tasks).toHaveCount(2);
    await expect(tasks.first()).toBeChecked();
    await expect(tasks.last()).toBeDisabled();

    await expect(reply.locator('.hljs-keyword').first()).toHaveText('const');
    await expect(reply.getByRole('group', { name: 'TypeScript' })).toHaveText(CODE);
    await expect(chat.replies.getByText('שלום עולם')).toHaveCSS('direction', 'rtl');
    await expect(chat.replies.getByText('Quoted with')).toHaveCSS('direction', 'ltr');

    await chat.replies.getByRole('link', { name: 'Note 1' }).click();
    const note = chat.replies.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await expect(note).toBeFocused();
    await expect(note).toBeInViewport();
    expect(new URL(page.url()).hash).toBe('');

    await chat.replies.getByText('Quoted with').hover();
    await chat.replies.getByRole('button', { name: 'Copy quote' }).click();
    await expect(page.getByText('Quote copied.')).toBeAttached();
    expect(await copied(page)).toBe('Quoted with code.');

    const copy = chat.replies.getByRole('button', { name: 'Copy code' });
    await copy.click();
    await expect(page.getByText('Code copied.')).toBeAttached();
    expect(await copied(page)).toBe(`${CODE}\n`);

    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy.press('Enter');
    await expect.poll(() => copied(page)).toBe(`${CODE}\n`);
    expect(leaving).toEqual([]);
  });

  await test.step('a reply with every Markdown element has no axe violations in either theme', async () => {
    await expect(chat.replies.locator('.hljs-keyword').first()).toBeVisible();
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveClass(theme);
      const extent = theme === 'light' ? { tags: ['best-practice'] } : { colours: true };
      expect(await findFaults(page, extent), theme).toEqual([]);
    }
  });

  await test.step('a wide table and long lines of code scroll horizontally, also by keyboard', async () => {
    await resize(page, { width: 390, height: 844 });
    for (const name of ['Table', 'TypeScript']) {
      const box = chat.replies.getByRole('group', { name });
      await box.focus();
      await box.press('ArrowRight');
      await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    }
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
  });
});

ownPage(
  'syntax highlighting shifts no layout, and a rejected clipboard write is reported',
  async ({ page, server, newUser, signIn }) => {
    let colour = () => {};
    const plain = new Promise<void>((resolve) => (colour = resolve));
    await page.route(/\/highlight-[^/]*\.js/, async (route) => {
      await plain;
      await route.fallback();
    });
    const chat = await openReply({ page, server, newUser, signIn });
    await test.step('syntax highlighting causes no layout shift', async () => {
      const code = chat.replies.getByRole('group', { name: 'TypeScript' });
      await expect(code).toBeVisible();
      await page.evaluate(async () => void (await document.fonts.ready));
      // In their first frame, messages are transparent and not in their final position.
      await new Thread(page).atRest();
      const before = await code.boundingBox();
      const lines = await code.locator('code').boundingBox();
      await expect(code.locator('.hljs-keyword')).toHaveCount(0);
      colour();
      await expect(code.locator('.hljs-keyword').first()).toBeVisible();
      expect(await code.boundingBox()).toEqual(before);
      expect(await code.locator('code').boundingBox()).toEqual(lines);
    });

    await test.step('reports a rejected clipboard write', async () => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () =>
          Promise.reject(new DOMException('', 'NotAllowedError'));
      });
      await chat.replies.getByRole('button', { name: 'Copy code' }).click();
      await new Toasts(page).expectError('Copy failed', 'Select the text and copy it yourself.');
    });
  },
);
