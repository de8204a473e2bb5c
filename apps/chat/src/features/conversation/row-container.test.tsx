// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RowContainer } from './row-container';

test.each([
  ['is transparent until it is measured', { visibility: 'hidden' as const }, '0'],
  ['is seen from then on', { visibility: undefined }, ''],
])('a row %s, and never hidden', (_, given, opacity) => {
  const { container } = render(
    <RowContainer index={0} style={{ top: 120, ...given }}>
      row
    </RowContainer>,
  );
  expect(container.firstElementChild).toMatchObject({
    textContent: 'row',
    style: { top: '120px', opacity, visibility: '' },
  });
});
