// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ThreadRows } from './thread-rows';

test('what holds the rows takes the pointer also while it scrolls, and is placed as the list says', () => {
  const { container } = render(
    <ThreadRows style={{ height: 120, pointerEvents: 'none' }}>rows</ThreadRows>,
  );
  expect(container.firstElementChild).toMatchObject({
    textContent: 'rows',
    style: { height: '120px', pointerEvents: '' },
  });
});
