// @vitest-environment jsdom
import type { Assistant } from '@homie/contracts';
import { UiProvider } from '@homie/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AssistantCards } from './assistant-cards';

const userId = vi.fn<() => string>(() => 'u1');
vi.mock('@homie/auth', () => ({ useSession: () => ({ user: { id: userId() } }) }));
afterEach(cleanup);

const byUse = ['Roster', 'Garden', 'Notes', 'Leave', 'Fees', 'Maya', 'Zoo', 'Zebra'].map(
  (label) => ({ id: label, label, kind: 'org', suggested_questions: [] }) as unknown as Assistant,
);
const [roster] = byUse;

function show(assistants = byUse) {
  cleanup();
  render(
    <UiProvider>
      <AssistantCards
        assistants={assistants}
        lastUsedId={assistants[0]?.id}
        chosen={roster as Assistant}
        onChoose={() => {}}
      />
    </UiProvider>,
  );
}
const cards = () => screen.getAllByRole('radio').map((card) => card.getAttribute('value'));
const pin = (name: string) => screen.getByRole('button', { name: `Pin ${name}` });

test('START-02 cards stay in the order of their names when another assistant was used last', () => {
  show();
  expect(cards()).toEqual(['Fees', 'Garden', 'Leave', 'Maya', 'Notes', 'Roster']);
  show([byUse[2], ...byUse.filter((_, index) => index !== 2)] as Assistant[]);
  expect(cards()).toEqual(['Fees', 'Garden', 'Leave', 'Maya', 'Notes', 'Roster']);
  expect(screen.getByRole('radio', { name: 'Notes', description: 'Last used' })).toBeDefined();
});

test('START-13 a pinned card stays first while others are used, for this user, until it is unpinned', () => {
  show();
  fireEvent.click(pin('Maya'));
  expect(pin('Maya').getAttribute('aria-pressed')).toBe('true');
  // Others are used since.
  show([...byUse.filter(({ id }) => id !== 'Maya').toReversed(), byUse[5] as Assistant]);
  expect(cards()).toEqual(['Maya', 'Fees', 'Leave', 'Notes', 'Zebra', 'Zoo']);
  userId.mockReturnValue('u2');
  show();
  expect(cards()).toEqual(['Fees', 'Garden', 'Leave', 'Maya', 'Notes', 'Roster']);
  userId.mockReturnValue('u1');
  show();
  fireEvent.click(pin('Maya'));
  expect(cards()).toEqual(['Fees', 'Garden', 'Leave', 'Maya', 'Notes', 'Roster']);
});
