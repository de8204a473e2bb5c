// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ViewLayer } from './view-layer';

const log: string[] = [];
const supports = vi.fn<(property: string, value: string) => boolean>();

beforeEach(() => {
  log.length = 0;
  vi.stubGlobal('CSS', { supports });
});
afterEach(() => void vi.unstubAllGlobals());

/** Returns the inline `display` of both fields. */
const displays = () => Array.from(document.querySelectorAll('input'), ({ style }) => style.display);

function Field({ name }: { name: string }) {
  useLayoutEffect(() => {
    log.push(`${name} shown, ${displays().join('/')}`);
    return () => void log.push(`${name} hidden, ${displays().join('/')}`);
  }, [name]);
  return <input aria-label={name} />;
}

/** Shows one layer; the others have been shown before. */
const show = (shown: string, names = ['a', 'b']) =>
  names.map((name) => (
    <ViewLayer key={name} shown={name === shown}>
      <Field name={name} />
    </ViewLayer>
  ));

test('INSTANT-24 a hidden layer has no effects and no focus, and nothing in it is displayed in older browsers', () => {
  supports.mockReturnValue(false);
  const { getByRole, queryAllByRole, rerender } = render(show('a', ['a']));
  const field = getByRole('textbox', { name: 'a' });
  field.focus();
  rerender(show('b'));
  expect(document.activeElement).toBe(document.body);
  expect(queryAllByRole('textbox')).toEqual([getByRole('textbox', { name: 'b' })]);
  rerender(show('a'));
  expect(queryAllByRole('textbox')).toEqual([field]);
  expect(log).toEqual([
    'a shown, ',
    'a hidden, ',
    'b shown, none/',
    'b hidden, /',
    'a shown, /none',
  ]);
});

test('INSTANT-46 a hidden layer retains its layout before an effect reads any', () => {
  supports.mockReturnValue(true);
  const { rerender } = render(show('a', ['a']));
  rerender(show('b'));
  rerender(show('a'));
  expect(supports).toHaveBeenCalledWith('content-visibility', 'hidden');
  expect(log).toEqual(['a shown, ', 'a hidden, ', 'b shown, /', 'b hidden, /', 'a shown, /']);
});

test('INSTANT-46 a hidden layer retains its layout when its content changes', async () => {
  supports.mockReturnValue(true);
  const { rerender } = render(show('a', ['a']));
  rerender(show('b'));
  // `Activity` renders what is hidden later, and hides it again.
  const changed = (
    <ViewLayer key="a" shown={false}>
      <Field name="changed" />
    </ViewLayer>
  );
  await act(async () => rerender([changed, ...show('b', ['b'])]));
  expect(document.querySelector('[aria-label="changed"]')).not.toBeNull();
  expect(displays()).toEqual(['', '']);
});

test('INSTANT-61 a layer that was never shown has a layout', async () => {
  supports.mockReturnValue(true);
  const measure = vi.spyOn(HTMLInputElement.prototype, 'getBoundingClientRect');
  // `Activity` renders what is hidden later.
  await act(async () => void render(show('a')));
  await vi.waitFor(() => expect(measure).toHaveBeenCalled());
  expect(displays()).toEqual(['', '']);
  expect(log).toEqual(['a shown, ']);
});
