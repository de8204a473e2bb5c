// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Tabs } from '../index.ts';

test('arrows open tabs; a panel is created when first opened and keeps its input', async () => {
  const made = vi.fn<() => void>();
  function History() {
    made();
    return <input aria-label="Note" />;
  }
  function Panels() {
    const [active, setActive] = useState('details');
    return (
      <Tabs
        label="Assistant"
        active={active}
        onChange={setActive}
        tabs={[
          { id: 'details', label: 'Details', content: 'The details' },
          { id: 'history', label: 'History', content: <History /> },
        ]}
      />
    );
  }
  render(
    <UiProvider>
      <Panels />
    </UiProvider>,
  );
  const user = userEvent.setup();
  expect(made).not.toHaveBeenCalled();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  const tab = screen.getByRole('tab', { name: 'History' });
  expect(document.activeElement).toBe(tab);
  expect(tab.getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('tabpanel', { name: 'History' })).toBeTruthy();
  await user.type(screen.getByLabelText('Note'), 'kept');
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await user.click(tab);
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('kept');
});

test('tabs are in place while their panels load', () => {
  const tabs = (content?: string) => (
    <UiProvider>
      <Tabs
        label="Assistant"
        active="details"
        onChange={() => {}}
        pending="Loading"
        tabs={[{ id: 'details', label: 'Details', content }]}
      />
    </UiProvider>
  );
  const { rerender } = render(tabs());
  const panel = screen.getByRole('tabpanel', { name: 'Details' });
  expect(panel.textContent).toBe('Loading');
  rerender(tabs('The details'));
  expect(panel.textContent).toBe('The details');
});
