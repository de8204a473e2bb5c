// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { announce, LiveRegion, UiProvider } from '../index.ts';

const region = () => document.querySelector('[data-outside-dialogs] [aria-live=polite]');

/** Announces the texts and waits for the end of the turn of the event loop. */
const say = (...texts: string[]) =>
  act(async () => {
    for (const text of texts) announce(text);
    await new Promise((resolve) => setTimeout(resolve));
  });

test('an announcement is audible while a dialog is open, also when repeated', async () => {
  render(
    <UiProvider>
      <LiveRegion />
    </UiProvider>,
  );
  await say('Reply complete');
  const first = region()?.firstElementChild;
  expect(first?.textContent).toBe('Reply complete');
  await say('Reply complete');
  expect(region()?.firstElementChild).not.toBe(first);
});

test('concurrent announcements are all spoken, and removed with the next one', async () => {
  render(
    <UiProvider>
      <LiveRegion />
    </UiProvider>,
  );
  const texts = () => [...(region()?.children ?? [])].map(({ textContent }) => textContent);
  await say('Reply complete', 'Conversation renamed');
  expect(texts()).toEqual(['Reply complete', 'Conversation renamed']);
  await say('Copied');
  expect(texts()).toEqual(['Copied']);
});
