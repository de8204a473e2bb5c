import createCache, { type EmotionCache } from '@emotion/cache';

const nests = typeof CSS !== 'undefined' && CSS.supports('selector(&)');

/** Returns the same rule nested in its class: '@media x{.css-1{…}}' as '.css-1{@media x{&{…}}}'. */
export function nestRule(rule: string): string {
  const [name] = /\.css-[\w-]+/.exec(rule) ?? [];
  return rule.startsWith('@') && name ? `${name}{${rule.replaceAll(name, '&')}}` : rule;
}

/**
 * Creates the cache for the styles of components. Chromium recalculates the layout of the whole page when a grouping
 * rule, a layer or a media query, is added to the applied ones, but only that of the class when the class contains the
 * rule.
 */
export function createStyleCache(): EmotionCache {
  const cache = createCache({ key: 'css' });
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  if (nests) sheet.insert = (rule) => insert(nestRule(rule));
  return cache;
}
