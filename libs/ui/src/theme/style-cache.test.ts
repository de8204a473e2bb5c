import { expect, test } from 'vitest';
import { nested } from './style-cache.ts';

test('a layer or a media query of a class becomes a part of the class', () => {
  expect(nested('@layer recipes{.css-1{color:red;}.css-1:hover,a .css-1{top:0;}}')).toBe(
    '.css-1{@layer recipes{&{color:red;}&:hover,a &{top:0;}}}',
  );
});

test('what is of no class, or holds no other rules, stays as it is', () => {
  for (const rule of ['@keyframes spin{to{top:0;}}', '.css-1>*+*{top:0;}'])
    expect(nested(rule)).toBe(rule);
});
