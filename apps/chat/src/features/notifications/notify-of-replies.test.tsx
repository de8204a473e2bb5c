// @vitest-environment jsdom
import { BrowserRouter, createStore } from '@homie/composition';
import type { Handover } from '@homie/contracts';
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { INITIAL_STATE, type EngineState } from '../../engine/state';
import { NotifyOfHandovers, NotifyOfReplies } from './notify-of-replies';

const store = createStore<EngineState>(INITIAL_STATE);
vi.mock('../../engine/react', () => ({ useChat: () => ({ store }) }));
vi.mock('../../platform/use-selection', () => ({ useSelection: () => ({ select: () => {} }) }));
vi.mock('@homie/api-client', () => ({ useQueryClient: () => ({}) }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Records the titles of notifications while the page is hidden. */
function recordNotifications(): string[] {
  const shown: string[] = [];
  class RecordedNotification extends EventTarget {
    constructor(title: string) {
      super();
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', RecordedNotification);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  return shown;
}

test.each([
  ['completed', ['Reply finished']],
  ['failed', ['Reply could not be completed']],
  [undefined, []],
] as const)('ACCT-66 a reply that ended as %s is notified with %j', (outcome, titles) => {
  const shown = recordNotifications();
  store.setState({ ...INITIAL_STATE, running: new Set(['c1']) });
  render(<NotifyOfReplies />);
  const outcomes: EngineState['outcomes'] = new Map(outcome ? [['c1', outcome]] : []);
  store.setState({ ...INITIAL_STATE, outcomes });
  expect(shown).toEqual(titles);
});

test('OUT-25 a new handover is notified once, without its title', () => {
  const shown = recordNotifications();
  const handover = (id: string, created_at: string, opened_at: string | null = null) =>
    Object({ id, created_at, opened_at, title: 'Outing' }) as Handover;
  const list = (...handovers: Handover[]) => (
    <BrowserRouter>
      <NotifyOfHandovers handovers={handovers} />
    </BrowserRouter>
  );
  const [known, added] = [handover('1', 'monday'), handover('2', 'tuesday')];
  const { rerender } = render(list(known));
  expect(shown).toEqual([]);
  rerender(list(known, added));
  rerender(list(known, added));
  expect(shown).toEqual(['Conversation handed over to you']);
  rerender(
    list(known, handover('2', 'tuesday', 'wednesday'), handover('3', 'tuesday', 'wednesday')),
  );
  expect(shown).toHaveLength(1);
  rerender(list(handover('1', 'friday')));
  expect(shown).toHaveLength(2);
});
