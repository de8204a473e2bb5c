import type { Screen, Target } from './screen.ts';

/** Targets of the chat that several journeys share. */
export interface Chat {
  composer: Target;
  mine: Target;
  replies: Target;
  list: Target;
  attached: Target;
  /** Waits until a file is uploaded and scanned. */
  expectAttached(name: string): Promise<void>;
  send(text: string): Promise<void>;
  /** Waits until `count` replies are shown and none is streaming. */
  expectReplied(count: number): Promise<void>;
}

export function createChatPage(screen: Screen): Chat {
  const replies = screen.role('article', 'Assistant');
  const composer = screen.role('textbox', /^Message /);
  const attached = screen.role('list', 'Attached files').role('listitem');
  return {
    attached,
    expectAttached: (name) => attached.containing(name).expectAttribute('data-progress', '100'),
    composer,
    replies,
    mine: screen.role('article', 'You'),
    list: screen.role('list', 'Conversations'),
    async send(text) {
      await composer.fill(text);
      await screen.press('Enter');
    },
    async expectReplied(count) {
      await replies.waitFor(
        `expected ${count} complete`,
        (states) =>
          states.length === count &&
          states.every(({ attributes }) => attributes['aria-busy'] !== 'true'),
      );
    },
  };
}
