import createCache, { type EmotionCache } from '@emotion/cache';

const nests = typeof CSS !== 'undefined' && CSS.supports('selector(&)');

/** The same rule as one of its class: '@media x{.css-1{…}}' as '.css-1{@media x{&{…}}}'. */
export function nested(rule: string): string {
  const [name] = /\.css-[\w-]+/.exec(rule) ?? [];
  return rule.startsWith('@') && name ? `${name}{${rule.replaceAll(name, '&')}}` : rule;
}

/**
 * Where the styles of components go. Chromium lays out the whole page anew when a rule that holds others, a layer or a
 * media query, is added to what it has applied, and only what concerns the class when a class holds them.
 */
export function createStyleCache(): EmotionCache {
  const cache = createCache({ key: 'css' });
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  if (nests) sheet.insert = (rule) => insert(nested(rule));
  return cache;
}
