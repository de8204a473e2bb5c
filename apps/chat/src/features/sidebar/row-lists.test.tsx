// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ArchivedList, CurrentList } from './row-lists';

test.each([
  ['Conversations', CurrentList],
  ['Archived conversations', ArchivedList],
])('the list of %s accepts pointer events also while it scrolls', (name, RowList) => {
  render(
    <UiProvider>
      <RowList style={{ height: 120, pointerEvents: 'none' }} />
    </UiProvider>,
  );
  expect(screen.getByRole('list', { name })).toMatchObject({
    style: { height: '120px', pointerEvents: '' },
  });
});
