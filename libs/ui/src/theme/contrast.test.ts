import { describe, expect, test } from 'vitest';
import { contrast } from './contrast.ts';
import { colors, type ColorToken } from './tokens.ts';

const backgrounds = ['bg.canvas', 'bg.surface', 'bg.subtle', 'bg.muted'] as const;
const tones = ['brand', 'accent', 'success', 'warning', 'danger', 'info'] as const;

function across(front: readonly ColorToken[], back: readonly ColorToken[]) {
  return front.flatMap((text) => back.map((ground) => [text, ground] as const));
}

const body = [
  ...across(['fg.default'], [...backgrounds, 'brand.subtle', 'brand.muted']),
  ...across(['fg.muted'], ['bg.canvas', 'bg.surface']),
];

const text = [
  ...across(['fg.muted'], backgrounds),
  ...across(['fg.subtle'], ['bg.canvas', 'bg.surface', 'bg.subtle']),
  ...tones.flatMap((tone) => [
    ...across([`${tone}.fg`], [...backgrounds, `${tone}.subtle`]),
    ...across([`${tone}.contrast`], [`${tone}.solid`]),
  ]),
  ...across(['brand.contrast'], ['brand.hover']),
  ...across(['danger.contrast'], ['danger.hover']),
];

const boundaries = [
  ...across(['border.control', 'focus.ring', 'danger.solid'], backgrounds.slice(0, 3)),
  ...across(['brand.solid', 'accent.solid'], backgrounds),
];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_, theme) => {
  const ratio = (front: ColorToken, back: ColorToken) =>
    contrast(colors[front][theme], colors[back][theme]);

  test.each(body)('body text %s on %s reaches 7:1', (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(7);
  });

  test.each(text)('text %s on %s reaches 4.5:1', (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(boundaries)('the boundary %s on %s reaches 3:1', (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(3);
  });
});

test('the ratio follows the WCAG formula', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
