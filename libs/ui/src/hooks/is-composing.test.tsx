// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isComposing } from '../index.ts';

test.each([
  ['a key during a composition', { isComposing: true, keyCode: 229 }, true],
  ['a key that Safari reports after the composition has closed', { keyCode: 229 }, true],
  [
    'a key during a composition that has its own key code',
    { isComposing: true, keyCode: 13 },
    true,
  ],
  ['Enter without a composition', { keyCode: 13 }, false],
])('%s: composing, for a DOM and for a React event', (_, init, expected) => {
  const answers: boolean[] = [];
  render(<input onKeyDown={(event) => answers.push(isComposing(event))} />);
  const field = screen.getByRole('textbox');
  field.addEventListener('keydown', (event) => answers.push(isComposing(event)));
  fireEvent.keyDown(field, { key: 'Enter', ...init });
  expect(answers).toEqual([expected, expected]);
});
