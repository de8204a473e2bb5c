// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { Activity, useLayoutEffect, useRef } from 'react';
import { expect, test } from 'vitest';
import { Detachable } from './detachable';

const log: string[] = [];

function Field({ name }: { name: string }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    log.push(`${name} shown ${current?.isConnected}`);
    return () => void log.push(`${name} hidden ${current?.isConnected}`);
  }, [name]);
  return <input ref={field} aria-label={name} />;
}

const show = (shown: string) =>
  ['a', 'b'].map((name) => (
    <Activity key={name} mode={name === shown ? 'visible' : 'hidden'}>
      <Detachable>
        <Field name={name} />
      </Detachable>
    </Activity>
  ));

test('INSTANT-24 children are in the document while they are shown, with the same elements, and while their effects measure them', () => {
  const { getByRole, queryAllByRole, rerender, unmount } = render(show('a'));
  const field = getByRole('textbox', { name: 'a' });
  expect(queryAllByRole('textbox', { hidden: true })).toEqual([field]);
  field.focus();
  rerender(show('b'));
  expect(field.isConnected).toBe(false);
  expect(document.activeElement).toBe(document.body);
  expect(queryAllByRole('textbox', { hidden: true })).toHaveLength(1);
  rerender(show('a'));
  expect(getByRole('textbox', { name: 'a' })).toBe(field);
  expect(log).toEqual([
    'a shown true',
    'a hidden true',
    'b shown true',
    'b hidden true',
    'a shown true',
  ]);
  unmount();
  expect(document.querySelector('input')).toBeNull();
});
