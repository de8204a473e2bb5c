import { expect, test } from 'vitest';
import { RESERVED_ADDRESSES } from '../../../libs/composition/src/composition/addresses.ts';
import { nameProblem, deriveNames, RESERVED_NAMES } from './names.mjs';

test('derives the forms of a name for files, text and components', () => {
  expect(deriveNames('care-plans')).toEqual({
    name: 'care-plans',
    title: 'Care plans',
    component: 'CarePlans',
  });
  expect(nameProblem('care-plans', ['chat'])).toBeUndefined();
});

test.each([
  ['Billing', 'lower-case'],
  ['care_plans', 'lower-case'],
  ['care plans', 'lower-case'],
  ['-billing', 'lower-case'],
  ['2fast', 'lower-case'],
  ['../billing', 'lower-case'],
  ['b'.repeat(33), '32 characters'],
  ['auth', 'reserved'],
  ['shell', 'reserved'],
  ['chat', 'already'],
])("'%s' is refused: %s", (name, words) => {
  expect(nameProblem(name, ['chat', 'shell'])).toContain(words);
});

test('a remote cannot have the name of a reserved address of the shell', () => {
  expect(RESERVED_NAMES).toEqual(expect.arrayContaining([...RESERVED_ADDRESSES]));
});
