// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SearchField, UiProvider } from '../index.ts';

function Search() {
  const [value, setValue] = useState('');
  return (
    <UiProvider>
      <SearchField label="Search by name" value={value} onChange={setValue} />
    </UiProvider>
  );
}

test('a search can be cleared, and the box keeps the focus', async () => {
  const user = userEvent.setup();
  render(<Search />);
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by name' });
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  await user.type(box, 'rosa');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box.value).toBe('');
  expect(document.activeElement).toBe(box);
});
