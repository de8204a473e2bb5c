import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '@homie/server/testing/identity-provider';
import { expect, test as base } from '@playwright/test';
import {
  createUser,
  demoAccounts,
  requestSession,
  sessionKey,
  type Account,
  type DemoRole,
} from '../fixtures/accounts.ts';
import { startConversations, type ConversationRecord } from '../fixtures/conversations.ts';
import { startHeldProvider, type HeldProvider } from '../fixtures/held-provider.ts';
import { releaseCommand, type ReleaseCommand } from '../fixtures/releases.ts';
import { startRelay, type Relay } from '../fixtures/relay.ts';
import { startServer, type RunningServer } from '../fixtures/server.ts';
import type { Driver, Engine, TabOptions } from './drivers/driver.ts';
import { startPlaywrightDriver } from './drivers/playwright.ts';
import { startWebDriver } from './drivers/webdriver.ts';
import { otherChat, PREPARED_RELEASES } from './prepare-releases.ts';
import { Screen } from './screen.ts';

/** The browser of a project. */
export interface BrowserOptions {
  engine: Engine;
  /** Path of the system's browser or its driver; undefined for Playwright's own build. */
  executable: string | undefined;
}

/** The server of a journey. */
interface ProductOptions {
  /** Where browsers store conversations; `memory` by default, as in production. */
  localCopies: 'memory' | 'device';
}

/** A running product that a worker's journeys share. */
interface Product {
  /** The server as the browser reaches it, through the relay. */
  server: RunningServer;
  relay: Relay;
  replies: HeldProvider;
  /** Of sso.example, whose people sign in nowhere else. */
  identityProvider: IdentityProvider;
  /** Releases into the environment of the server, or rolls back. */
  release: ReleaseCommand;
}

/** A user with a conversation, and the screen that shows it. */
export interface OpenConversation {
  account: Account;
  conversation: ConversationRecord;
  screen: Screen;
}

/** Releases of the chat, which are rolled back after the journey. */
interface ChatReleases {
  /** Releases another build of it. */
  release(): Promise<void>;
  rollBack(): Promise<void>;
}

export interface Fixtures {
  server: RunningServer;
  relay: Relay;
  replies: HeldProvider;
  identityProvider: IdentityProvider;
  chatReleases: ChatReleases;
  /** Opens a tab with empty storage, signed in if an account is given. */
  openScreen(who?: DemoRole | Account, options?: TabOptions): Promise<Screen>;
  /** Opens an empty conversation of a new user. */
  openConversation(title: string, options?: TabOptions): Promise<OpenConversation>;
  newUser(): Promise<Account>;
  /** Writes a file, and returns its path. */
  file(name: string, content: string): Promise<string>;
}

/** The journeys' `test`: each engine has one worker with one browser, one server and one relay in front of it. */
export const test = base.extend<
  Fixtures,
  BrowserOptions & ProductOptions & { driver: Driver; product: Product }
>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  executable: [undefined, { option: true, scope: 'worker' }],
  localCopies: ['memory', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine, executable }, use) => {
      const driver =
        engine === 'webkit' && executable
          ? await startWebDriver(executable)
          : await startPlaywrightDriver(engine, executable);
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: [
    async ({ localCopies }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'homie-journeys-'));
      const store = path.join(folder, 'store');
      await cp(path.join(process.env[PREPARED_RELEASES] ?? '', 'store'), store, {
        recursive: true,
      });
      const relay = await startRelay();
      const replies = await startHeldProvider();
      const identityProvider = await startIdentityProvider([`${relay.url}/auth/v1/callback/okta`]);
      const { issuer, clientId, clientSecret } = identityProvider;
      const okta = { id: 'okta', name: 'Okta', issuer, clientId, clientSecret };
      const providers = path.join(folder, 'sso.json');
      await writeFile(
        providers,
        JSON.stringify([{ ...okta, domains: ['sso.example'], only: true }]),
      );
      const server = await startServer(
        { database: 'embedded' },
        {
          ...replies.env,
          HOMIE_ENVIRONMENT: 'staging',
          HOMIE_RELEASES: store,
          HOMIE_SITE_URL: relay.url,
          HOMIE_LOCAL_COPIES: localCopies,
          HOMIE_MAGIC_LINK: 'true',
          HOMIE_SSO_FILE: providers,
        },
      );
      await use({
        server: relay.connect(server),
        relay,
        replies,
        identityProvider,
        release: releaseCommand(store),
      });
      replies.close();
      await relay.close();
      await server.stop();
      await identityProvider.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: async ({ product }, use) => use(product.server),
  relay: async ({ product }, use) => {
    await use(product.relay);
    product.relay.restore();
  },
  replies: async ({ product }, use) => {
    await use(product.replies);
    product.replies.finish();
  },
  identityProvider: async ({ product }, use) => use(product.identityProvider),
  chatReleases: async ({ product: { release } }, use) => {
    let isReleased = false;
    const rollBack = async () => {
      await release('rollback', 'chat');
      isReleased = false;
    };
    await use({
      async release() {
        await release('release', 'chat', '--build', otherChat());
        isReleased = true;
      },
      rollBack,
    });
    if (isReleased) await rollBack();
  },
  newUser: async ({ server }, use) => use(() => createUser(server)),
  openScreen: async ({ driver, server }, use, testInfo) => {
    let screen: Screen | undefined;
    await use(async (who, options) => {
      screen = new Screen(await driver.open(options), server.url);
      if (who === undefined) return screen;
      const account = typeof who === 'string' ? demoAccounts[who] : who;
      const session = JSON.stringify(await requestSession(server, account));
      await screen.open('/healthz');
      await screen.tab.evaluate(({ key, value }) => localStorage.setItem(key, value), {
        key: sessionKey,
        value: session,
      });
      return screen;
    });
    if (screen && testInfo.status !== testInfo.expectedStatus) {
      const picture = await screen.tab.screenshot();
      await writeFile(testInfo.outputPath('screen.png'), picture);
    }
  },
  openConversation: async ({ server, newUser, openScreen }, use) => {
    await use(async (title, options) => {
      const account = await newUser();
      const [conversation] = await startConversations(server, account, [title]);
      if (!conversation) throw new Error(`No conversation '${title}'`);
      const screen = await openScreen(account, options);
      await screen.open(`/app?conversation=${conversation.id}`);
      return { account, conversation, screen };
    });
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it
  file: async ({}, use, testInfo) => {
    await use(async (name, content) => {
      const file = testInfo.outputPath(name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    });
  },
});

export { expect };
