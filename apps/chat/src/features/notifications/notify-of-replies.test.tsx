// @vitest-environment jsdom
import { createStore } from '@homie/composition';
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { INITIAL_STATE, type EngineState } from '../../engine/state';
import { NotifyOfReplies } from './notify-of-replies';

const store = createStore<EngineState>(INITIAL_STATE);
vi.mock('../../engine/react', () => ({ useChat: () => ({ store }) }));
vi.mock('../../platform/use-selection', () => ({ useSelection: () => ({ select: () => {} }) }));
vi.mock('@homie/api-client', () => ({ useQueryClient: () => ({}) }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['completed', ['Reply finished']],
  ['failed', ['Reply could not be completed']],
  [undefined, []],
] as const)('ACCT-66 a reply that ended as %s is notified with %j', (outcome, titles) => {
  const shown: string[] = [];
  class RecordedNotification extends EventTarget {
    constructor(title: string) {
      super();
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', RecordedNotification);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  store.setState({ ...INITIAL_STATE, running: new Set(['c1']) });
  render(<NotifyOfReplies />);
  const outcomes: EngineState['outcomes'] = new Map(outcome ? [['c1', outcome]] : []);
  store.setState({ ...INITIAL_STATE, outcomes });
  expect(shown).toEqual(titles);
});
