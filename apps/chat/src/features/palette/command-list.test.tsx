// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CommandList } from './command-list';

test('the excerpt of a hit is on a line below the title and does not reduce its width', () => {
  const command = {
    id: 'laundry',
    label: 'Dripping tap in the laundry and who was called about it',
    icon: null,
    excerpt: '… tap that drips at night, and the form for maintenance',
    run: () => undefined,
  };
  const sections = [{ id: 'conversations', heading: 'Conversations', commands: [command] }];
  render(
    <UiProvider>
      <CommandList id="list" sections={sections} chosen={undefined} busy={false} onRun={() => {}} />
    </UiProvider>,
  );
  const option = within(screen.getByRole('option'));
  const title = option.getByText(command.label);
  const excerpt = option.getByText(command.excerpt);
  expect(title.nextElementSibling).toBe(excerpt);
  expect(getComputedStyle(title).display).toBe('block');
  expect(getComputedStyle(excerpt).display).toBe('block');
  expect(title.parentElement).not.toBe(screen.getByRole('option'));
  expect(getComputedStyle(title.parentElement ?? title).display).toBe('block');
});
