// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ThreadRows } from './thread-rows';

test('the container of the rows accepts pointer events also while it scrolls, and has the height that the list sets', () => {
  const { container } = render(
    <ThreadRows style={{ height: 120, pointerEvents: 'none' }}>rows</ThreadRows>,
  );
  expect(container.firstElementChild).toMatchObject({
    textContent: 'rows',
    style: { height: '120px', pointerEvents: '' },
  });
});
