import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react/styled-system';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { globalCss } from './global-css.ts';
import {
  breakpoints,
  colors,
  cssPrefix,
  floatShadow,
  namedSizes,
  scales,
  spacing,
} from './tokens.ts';

/** Caches each result. Chakra's own cache is slow, and it is queried for each property of each component. */
function memoizeByName(compute: (name: string) => boolean): (name: string) => boolean {
  const answers = new Map<string, boolean>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = compute(name);
    answers.set(name, answer);
    return answer;
  };
}

type Token = { value: string };
type ThemedToken = { value: { base: string; _dark: string } };
interface TokenGroup<T> {
  [name: string]: T | TokenGroup<T>;
}

function values(scale: Readonly<Record<string, string>>): Record<string, Token> {
  return Object.fromEntries(Object.entries(scale).map(([name, value]) => [name, { value }]));
}

function toThemedToken([light, dark]: readonly [string, string]): ThemedToken {
  return { value: { base: light, _dark: dark } };
}

function colorGroups(): TokenGroup<ThemedToken> {
  const groups: Record<string, Record<string, ThemedToken>> = {};
  for (const [path, pair] of Object.entries(colors)) {
    const [group = '', name = ''] = path.split('.');
    (groups[group] ??= {})[name] = toThemedToken(pair);
  }
  return groups;
}

/** Creates Chakra's engine with our tokens only: none of its default palette or recipes is shipped. */
export function createUiSystem(): SystemContext {
  const system = createSystem(
    defaultBaseConfig,
    defineConfig({
      preflight: true,
      cssVarsPrefix: cssPrefix,
      globalCss,
      theme: {
        breakpoints,
        keyframes: {
          spin: { to: { transform: 'rotate(360deg)' } },
          pulse: { '50%': { opacity: '0.5' } },
          appear: { from: { opacity: '0', transform: 'translateY(4px)' } },
          'fade-in': { from: { opacity: '0' } },
          'rise-in': { from: { opacity: '0', transform: 'translateY(16px)' } },
          'slide-in': { from: { opacity: '0', transform: 'translateX(-16px)' } },
        },
        tokens: {
          fonts: values(scales.fonts),
          fontSizes: values(scales.fontSizes),
          fontWeights: values(scales.fontWeights),
          lineHeights: values(scales.lineHeights),
          letterSpacings: values(scales.letterSpacings),
          radii: values(scales.radii),
          durations: values(scales.durations),
          easings: values(scales.easings),
          zIndex: values(scales.zIndex),
          spacing: values(spacing),
          sizes: { ...values(spacing), ...values(namedSizes) },
        },
        semanticTokens: {
          colors: colorGroups(),
          shadows: { float: toThemedToken(floatShadow) },
        },
      },
    }),
  );
  return { ...system, isValidProperty: memoizeByName(system.isValidProperty) };
}
