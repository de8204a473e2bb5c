import { expect, type Locator, type Page } from '@playwright/test';
import type { ConversationRecord } from '../fixtures/conversations.ts';

const FUNCTION = '**/functions/v1/conversations';

/** Call of the conversations function, as the envelope contains it. */
export interface Call {
  endpoint: string;
  method: string;
  body?: unknown;
}

/** The note in the demo's first reply of a conversation. */
export const DEMO_WORDS = 'Demo: no AI model is connected';

/** The chat: sidebar, conversation, composer and dialogs. */
export class ChatPage {
  readonly page: Page;
  readonly sidebar: Locator;
  readonly list: Locator;
  readonly archived: Locator;
  readonly search: Locator;
  readonly found: Locator;
  readonly newChat: Locator;
  readonly composer: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  readonly typing: Locator;
  readonly mine: Locator;
  readonly replies: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sidebar = page.getByRole('complementary', { name: 'Conversations' });
    this.list = page.getByRole('list', { name: 'Conversations', exact: true });
    this.archived = page.getByRole('list', { name: 'Archived conversations' });
    this.search = page.getByRole('searchbox', { name: 'Search conversations' });
    this.found = page.getByRole('list', { name: 'Search results' });
    // The welcome screen offers it too, until a conversation is open.
    this.newChat = page.getByRole('button', { name: 'New Chat' }).first();
    this.composer = page.getByRole('textbox', { name: /^Message / });
    this.send = page.getByRole('button', { name: 'Send', exact: true });
    this.stop = page.getByRole('button', { name: 'Stop', exact: true });
    this.typing = page.getByText('Typing...', { exact: true });
    this.mine = page.getByRole('article', { name: 'You' });
    this.replies = page.getByRole('article', { name: 'Assistant' });
    this.dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  }

  async open(conversation?: Pick<ConversationRecord, 'id'>) {
    await this.page.goto(conversation ? `/app?conversation=${conversation.id}` : '/app');
    if (conversation) await expect(this.composer).toBeVisible();
  }

  /** Headings of the list and the titles below them, in order. */
  get entries(): Locator {
    return this.list.locator('h3, a > p:first-child');
  }

  row(title: string): Locator {
    return this.list.getByRole('link', { name: title });
  }

  async chooseAction(title: string, action: string, list = this.list) {
    await list.getByRole('button', { name: `Actions for ${title}` }).click();
    await this.page.getByRole('menuitem', { name: action, exact: true }).click();
  }

  /** The Title field of the New Conversation and Rename dialogs. */
  get title(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Title' });
  }

  assistant(label: string): Locator {
    return this.dialog.getByRole('radio', { name: label });
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  async write(text: string) {
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  /**
   * Sends the message in the field, or another one, and waits until its reply is complete. For threads that are too long
   * to be fully rendered.
   */
  async sendAndWait(send = () => this.send.click()) {
    const before = (await this.replies.last().getAttribute('data-message')) ?? '';
    await send();
    await expect(this.replies.last()).not.toHaveAttribute('data-message', before);
    await expect(this.replies.last()).toHaveAttribute('aria-busy', 'false');
  }

  /** Waits until the newest reply is complete. */
  async expectReplied(count: number) {
    await expect(this.replies).toHaveCount(count);
    await expect(this.replies.last()).toHaveAttribute('aria-busy', 'false');
  }

  /** Collects every call that the page makes from now on. */
  watchCalls(): Call[] {
    const calls: Call[] = [];
    this.page.on('request', (request) => {
      if (!request.url().includes('/functions/v1/conversations')) return;
      const call: Call | null = request.postDataJSON();
      if (call) calls.push(call);
    });
    return calls;
  }

  /**
   * Holds the calls that match until they are released, or aborted with a connection error. `arrived` resolves when the
   * first one is held.
   */
  async holdCalls(fits: (call: Call) => boolean) {
    let settle = (_how: 'go' | 'fail') => {};
    const settled = new Promise<'go' | 'fail'>((resolve) => (settle = resolve));
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await this.page.route(FUNCTION, async (route) => {
      if (!fits(route.request().postDataJSON())) return route.fallback();
      arrive();
      return (await settled) === 'go' ? route.fallback() : route.abort('connectionfailed');
    });
    return { arrived, release: () => settle('go'), fail: () => settle('fail') };
  }

  /** Aborts the calls that match with a connection error. Returns a function that lets them through again. */
  async cutCalls(fits: (call: Call) => boolean): Promise<() => void> {
    let cut = true;
    await this.page.route(FUNCTION, (route) =>
      cut && fits(route.request().postDataJSON())
        ? route.abort('connectionfailed')
        : route.fallback(),
    );
    return () => (cut = false);
  }

  /** Responds to the calls that match in place of the server, with responses that a healthy server never sends. */
  async answerCalls(
    fits: (call: Call) => boolean,
    answer: { status?: number; contentType?: string; body: string },
  ) {
    await this.page.route(FUNCTION, (route) =>
      fits(route.request().postDataJSON())
        ? route.fulfill({ contentType: 'application/json', ...answer })
        : route.fallback(),
    );
  }
}

/** Returns whether a call lists the user's conversations. */
export const isList = ({ endpoint, method }: Call) =>
  method === 'GET' && /^\/conversations(\?|$)/.test(endpoint);

/** Returns whether a call subscribes to changes of the user's conversations. */
export const isFollowing = ({ endpoint }: Call) => endpoint.startsWith('/conversations/changes');

/** Returns whether a call sends a message. */
export const isSend = ({ endpoint, method }: Call) =>
  method === 'POST' && endpoint.endsWith('/stream');

/** Returns whether a call requests another reply to a message. */
export const isReply = ({ endpoint, method }: Call) =>
  method === 'POST' && endpoint.endsWith('/reply');

/** Returns whether a call uploads a file. */
export const isUpload = ({ endpoint, method }: Call) =>
  method === 'POST' && endpoint.endsWith('/upload');

/** Returns whether a call changes or creates conversations with this method. */
export const isChange = (method: 'POST' | 'PUT' | 'DELETE') => (call: Call) =>
  call.method === method && /^\/conversations(\/[^/]+)?$/.test(call.endpoint);
