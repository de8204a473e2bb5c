// @vitest-environment jsdom
import { BrowserRouter } from '@homie/composition';
import type { Handover } from '@homie/contracts';
import { UiProvider } from '@homie/ui';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NewHandoverCards, ReceivedHandovers } from './received-handovers';

const handover: Handover = {
  id: '1',
  title: 'Outing',
  owner_name: 'Ava Lane',
  owner_email: 'ava@test.example',
  recipient_name: 'Ben',
  recipient_email: 'ben@test.example',
  note: 'Please ring Ines',
  created_at: '2026-11-20T00:00:00Z',
  opened_at: null,
};

test('OUT-25 the welcome screen shows the newest handovers that were not opened, with name and note', () => {
  const handovers = ['1', '2', '3', '4'].map((id) => ({ ...handover, id, title: `Outing ${id}` }));
  render(
    <UiProvider>
      <BrowserRouter>
        <NewHandoverCards handovers={handovers} />
      </BrowserRouter>
    </UiProvider>,
  );
  const cards = screen.getAllByRole('listitem');
  expect(cards).toHaveLength(3);
  expect(cards[0]?.textContent).toBe(
    'Handed over to you by Ava LaneOuting 1‘Please ring Ines’Open',
  );
  const open = within(cards[0] ?? document.body).getByRole('link', { name: 'Open Outing 1' });
  expect(open.getAttribute('href')).toBe('/?handover=1');
});

test('OUT-22 OUT-23 the sidebar names the colleague, with the note until it is opened', () => {
  const { rerender, container } = render(<List opened_at={null} />);
  expect(container.querySelector('a')?.textContent).toBe(
    'OutingNew · Handed over by Ava LanePlease ring Ines',
  );
  rerender(<List opened_at="2026-11-20T01:00:00Z" />);
  expect(container.querySelector('a')?.textContent).toBe('OutingHanded over by Ava Lane');
});

function List({ opened_at }: Pick<Handover, 'opened_at'>) {
  return (
    <UiProvider>
      <BrowserRouter>
        <ReceivedHandovers handovers={[{ ...handover, opened_at }]} selectedId={null} />
      </BrowserRouter>
    </UiProvider>
  );
}
