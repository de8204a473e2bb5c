// @vitest-environment jsdom
import { Badge, UiProvider } from '@homie/ui';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ActionLabel } from './action-label';
import { KindBadge } from './kind-badge';

function show(content: ReactNode) {
  return render(<UiProvider>{content}</UiProvider>).container.firstElementChild;
}

test.each(['worker_assigned', 'participant_created', 'role_changed', 'assistant_created'])(
  'does not mark ordinary administration: %s',
  (action) => {
    const login = show(<ActionLabel action="login" />);
    const label = show(<ActionLabel action={action} />);
    expect(label?.textContent).toBe(action.replace('_', ' '));
    expect(label?.className).toBe(login?.className);
    expect(label?.querySelector('svg')).toBeNull();
  },
);

test.each(['run_failed', 'denied', 'access_denied'])('marks %s as an exception', (action) => {
  const label = show(<ActionLabel action={action} />);
  expect(label?.className).toBe(show(<Badge tone="danger" />)?.className);
  expect(label?.querySelector('svg')).not.toBeNull();
});

test('shows the full kind of an assistant, in the neutral tone', () => {
  const neutral = show(<Badge tone="neutral" />)?.className;
  const [org, participant] = [
    show(<KindBadge kind="org" />),
    show(<KindBadge kind="participant" />),
  ];
  expect([org?.textContent, participant?.textContent]).toEqual(['Organisation', 'Participant']);
  expect([org?.className, participant?.className]).toEqual([neutral, neutral]);
});

test('with little space it shows a short kind, and the full one on hover', () => {
  const org = show(<KindBadge kind="org" short />);
  expect(org?.textContent).toBe('Org');
  expect(org?.getAttribute('title')).toBe('Organisation');
});
