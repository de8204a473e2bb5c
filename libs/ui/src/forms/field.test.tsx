// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Field, UiProvider } from '../index.ts';

test.each([
  [undefined, 'At least 6 characters'],
  ['Password must be at least 6 characters long.', 'Password must be at least 6 characters long.'],
])('with the error %s a field is described by %s only', (error, description) => {
  render(
    <UiProvider>
      <Field label="Password" hint="At least 6 characters" error={error}>
        {(control) => <input {...control} />}
      </Field>
    </UiProvider>,
  );
  const input = screen.getByLabelText('Password');
  const describedBy = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(describedBy?.textContent).toBe(description);
  expect(screen.queryAllByText(/at least 6 characters/i)).toHaveLength(1);
});
