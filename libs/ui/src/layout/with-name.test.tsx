// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withName } from './with-name.tsx';

test('TRANSLATE-04 each occurrence of a name in a sentence is left out of a translation', () => {
  const { container } = render(withName("Jo's room is Jo's.", 'Jo'));
  expect(container.innerHTML).toBe(
    '<span translate="no">Jo</span><span>\'s room is </span><span translate="no">Jo</span><span>\'s.</span>',
  );
});

test('TRANSLATE-04 a sentence without a name is text', () => {
  const { container } = render(withName('All records', ''));
  expect(container.innerHTML).toBe('All records');
});
