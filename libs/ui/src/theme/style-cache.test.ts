import { expect, test } from 'vitest';
import { nestRule } from './style-cache.ts';

test('a layer or a media query of a class is nested in the class', () => {
  expect(nestRule('@layer recipes{.css-1{color:red;}.css-1:hover,a .css-1{top:0;}}')).toBe(
    '.css-1{@layer recipes{&{color:red;}&:hover,a &{top:0;}}}',
  );
});

test('a rule without a class or without nested rules is unchanged', () => {
  for (const rule of ['@keyframes spin{to{top:0;}}', '.css-1>*+*{top:0;}'])
    expect(nestRule(rule)).toBe(rule);
});
