// oxlint-disable no-console -- the console is under test
import { afterEach, expect, test, vi } from 'vitest';
import { quietly } from './quiet-console.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('console output becomes one line without its content', () => {
  const lines: string[] = [];
  quietly(
    (line) => lines.push(line),
    () => {
      console.error('select secret', Object.assign(new TypeError('secret'), { code: '42501' }));
      console.error('secret');
      console.warn('secret');
    },
  );
  expect(lines).toEqual(['TypeError 42501', 'unknown error']);
});

test('a report that is itself printed is printed once, unchanged', () => {
  const printed: string[] = [];
  quietly(
    (line) => {
      printed.push(line);
      if (printed.length < 10) console.error(line);
    },
    () => console.error(new Error('secret')),
  );
  expect(printed).toEqual(['Error']);
});
