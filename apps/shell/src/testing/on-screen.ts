import { configure, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';

// Reading the styles of all elements would take most of the time of a query by role.
configure({ defaultHidden: true });

export const button = (name: string) => screen.getByRole('button', { name });

/** Returns whether a button cannot be pressed. While it is busy it can have the focus. */
export const isDisabled = (name: string) => button(name).matches(':disabled, [aria-disabled=true]');

export const press = (name: string) => fireEvent.click(button(name));

export const fill = (field: HTMLElement, value: string) =>
  fireEvent.input(field, { target: { value } });

/** Expects a toast and dismisses it: only three are shown. */
export async function expectToast(tone: 'success' | 'error', title: string, description: string) {
  const text = await screen.findByText(description, { selector: '[data-testid=toast] *' });
  const toast = text.closest<HTMLElement>('[data-testid=toast]');
  expect(toast?.textContent).toContain(title);
  expect(toast?.dataset['tone']).toBe(tone);
  if (toast) fireEvent.click(within(toast).getByRole('button', { name: 'Dismiss' }));
}
