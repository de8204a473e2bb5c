// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Findings } from './model/describe-verification';
import { VerificationResult } from './verification-result';

const ID = '4d1f3c1e-0000-4000-8000-00000000000a';
const intact: Findings = {
  links: 20,
  purged: 0,
  problem: null,
  checkpoint: {
    seq: 18,
    madeAt: '2026-11-21T10:00:00Z',
    keyId: '0123456789abcdef',
    outsideDatabase: true,
  },
  range: null,
};

function show(findings: Findings) {
  const onOpenEntry = vi.fn<(id: string) => void>();
  render(
    <UiProvider>
      <VerificationResult findings={findings} zone="melbourne" onOpenEntry={onOpenEntry} />
    </UiProvider>,
  );
  return onOpenEntry;
}

test('the first invalid entry is named, and can be opened', async () => {
  const onOpenEntry = show({
    ...intact,
    problem: { code: 'entry_changed', seq: 7, entryId: ID },
  });
  expect(screen.getByRole('heading', { name: "Something doesn't match" })).toBeTruthy();
  expect(screen.getByText(/^Entry 7 was changed/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show the entry' }));
  expect(onOpenEntry).toHaveBeenCalledWith(ID);
});

test('a missing entry cannot be opened', () => {
  show({ ...intact, problem: { code: 'entry_missing', seq: 7, entryId: ID } });
  expect(screen.queryByRole('button', { name: 'Show the entry' })).toBeNull();
});

test('an intact chain is shown with its proof and limits, the last checkpoint and its key', () => {
  show(intact);
  expect(screen.getByRole('heading', { name: 'The chain is intact' })).toBeTruthy();
  expect(screen.getByText('20 entries were checked.')).toBeTruthy();
  expect(screen.getByText(/The newest 2 entries are not covered by a checkpoint/)).toBeTruthy();
  expect(screen.getByText('2026-11-21 21:00:00 AEDT')).toBeTruthy();
  expect(screen.getByText('0123456789abcdef')).toBeTruthy();
});
