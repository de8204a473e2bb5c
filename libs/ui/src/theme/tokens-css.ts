import { colors, cssPrefix, floatShadow, namedSizes, scales, spacing } from './tokens.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the name that Chakra gives the property of a token; a dot in a step (`0.5`) is escaped. */
function property(category: string, path: string): string {
  const name = category === 'colors' ? path.replaceAll('.', '-') : path.replaceAll('.', '\\.');
  return `--${cssPrefix}-${kebab(category)}-${kebab(name)}`;
}

function rule(selector: string, declarations: readonly string[]): string {
  return `${selector}{${declarations.join(';')}}`;
}

function themeDeclarations(theme: 0 | 1): string[] {
  return [
    `color-scheme:${theme === 0 ? 'light' : 'dark'}`,
    ...Object.entries(colors).map(([path, pair]) => `${property('colors', path)}:${pair[theme]}`),
    `${property('shadows', 'float')}:${floatShadow[theme]}`,
  ];
}

/**
 * Returns the tokens of both themes as CSS custom properties, for a page without React (the landing page).
 * The names are those of the application. Light is the default; `html.dark` or, while no theme class is set yet, the
 * system's preference gives dark.
 *
 * Pure and free of React and Chakra: meant to be called from a build script.
 * @returns a style sheet, without a `<style>` element around it
 */
export function tokensCss(): string {
  const lists = { ...scales, spacing, sizes: { ...spacing, ...namedSizes } };
  const constants = Object.entries(lists).flatMap(([category, scale]) =>
    Object.entries(scale).map(([name, value]) => `${property(category, name)}:${value}`),
  );
  const dark = themeDeclarations(1);
  return [
    rule(':root', [...constants, ...themeDeclarations(0)]),
    rule(':root.dark', dark),
    `@media (prefers-color-scheme:dark){${rule(':root:not(.light):not(.dark)', dark)}}`,
  ].join('\n');
}
