/**
 * The design language as plain data: no React, no Chakra, so that a build script can read it too.
 * `system.ts` feeds it to Chakra, `tokens-css.ts` writes it as CSS for pages without React.
 */

/** Prefix of every CSS custom property, e.g. `--homie-colors-bg-canvas`. */
export const cssPrefix = 'homie';

type ThemePair = readonly [light: string, dark: string];

/**
 * Semantic colours, `[light, dark]`. Light is paper, sand and ink; dark is warm charcoal.
 * `contrast.test.ts` holds every pair to its WCAG ratio.
 */
export const colors = {
  'bg.canvas': ['#FBF9F5', '#1D1B18'],
  'bg.surface': ['#FFFFFF', '#262420'],
  'bg.subtle': ['#F4F0E8', '#2D2A25'],
  'bg.muted': ['#EAE4D9', '#38342E'],
  'bg.overlay': ['#2A251E66', '#0C0B0AA6'],
  'fg.default': ['#27231D', '#F2EDE4'],
  'fg.muted': ['#544D42', '#C9C0B2'],
  'fg.subtle': ['#6B6357', '#A9A092'],
  'border.subtle': ['#E8E2D7', '#38342E'],
  'border.default': ['#D5CCBD', '#4D473E'],
  'border.control': ['#8C8375', '#877E70'],
  'brand.solid': ['#2B5E50', '#86C4AC'],
  'brand.hover': ['#224C40', '#9BD2BC'],
  'brand.contrast': ['#FFFFFF', '#11251E'],
  'brand.subtle': ['#E4EEE9', '#243630'],
  'brand.muted': ['#CBDED5', '#314A41'],
  'brand.fg': ['#24564A', '#9DD3BE'],
  'accent.solid': ['#B5523D', '#E79A80'],
  'accent.contrast': ['#FFFFFF', '#2B120B'],
  'accent.subtle': ['#FAEAE4', '#432B22'],
  'accent.fg': ['#93412F', '#F0B29D'],
  'success.solid': ['#35783B', '#83C586'],
  'success.contrast': ['#FFFFFF', '#10240F'],
  'success.subtle': ['#E6F2E3', '#25371F'],
  'success.fg': ['#28602E', '#A2D8A1'],
  'warning.solid': ['#8F6209', '#DFB355'],
  'warning.contrast': ['#FFFFFF', '#2A1E04'],
  'warning.subtle': ['#FAF0D7', '#3C3118'],
  'warning.fg': ['#714E08', '#ECCA80'],
  'danger.solid': ['#B02A37', '#F08F8F'],
  'danger.hover': ['#94212D', '#F5A8A6'],
  'danger.contrast': ['#FFFFFF', '#2C0B0D'],
  'danger.subtle': ['#FBE8E8', '#472325'],
  'danger.fg': ['#962430', '#F6B0AD'],
  'info.solid': ['#2F6690', '#8ABBE0'],
  'info.contrast': ['#FFFFFF', '#0B1F30'],
  'info.subtle': ['#E5EFF7', '#213443'],
  'info.fg': ['#28587C', '#AACFEB'],
  'focus.ring': ['#1F7A66', '#8FD6BC'],
} as const satisfies Record<string, ThemePair>;

/** Name of a semantic colour, as used in style props: `bg="bg.surface"`. */
export type ColorToken = keyof typeof colors;

const sans = "'Atkinson Hyperlegible Next Variable', 'Atkinson Fallback'";
const mono = "'Atkinson Hyperlegible Mono Variable', 'Atkinson Mono Fallback'";

/** The scales, each `token: value`. Lengths are rem on a 4 px grid, so that they follow the user's text size. */
export const scales = {
  fonts: {
    body: `${sans}, system-ui, sans-serif`,
    heading: `${sans}, system-ui, sans-serif`,
    mono: `${mono}, ui-monospace, monospace`,
  },
  fontSizes: {
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.375rem',
    '2xl': '1.75rem',
    '3xl': '2.25rem',
  },
  fontWeights: { normal: '400', medium: '500', semibold: '600', bold: '700' },
  lineHeights: { tight: '1.2', snug: '1.35', normal: '1.5' },
  letterSpacings: { tight: '-0.01em', normal: '0' },
  radii: { none: '0', sm: '4px', md: '6px', lg: '12px', full: '9999px' },
  durations: { fast: '120ms', moderate: '180ms' },
  easings: { out: 'cubic-bezier(0.2, 0.7, 0.3, 1)' },
  zIndex: { header: '10', overlay: '100', menu: '110', toast: '90', skip: '130' },
} as const;

/** The one shadow, for floating surfaces, `[light, dark]`. */
export const floatShadow: ThemePair = [
  '0 1px 2px rgb(60 50 35 / 6%), 0 8px 28px rgb(60 50 35 / 12%)',
  '0 1px 2px rgb(0 0 0 / 30%), 0 8px 28px rgb(0 0 0 / 45%)',
];

const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64,
  72, 80, 96,
];

/** Steps of the 4 px grid: `4` is 1rem, `80` is 20rem. */
export const spacing: Readonly<Record<string, string>> = Object.fromEntries([
  ['0', '0rem'],
  ['px', '1px'],
  ...steps.map((step) => [String(step), `${step / 4}rem`]),
]);

/** Sizes in addition to the grid: the measure of a reply, a form, a page of the admin console. */
export const namedSizes = {
  full: '100%',
  min: 'min-content',
  max: 'max-content',
  fit: 'fit-content',
  measure: '72ch',
  form: '26rem',
  sheet: '40rem',
  page: '72rem',
  control: '2.5rem',
} as const;

/** Breakpoints; `md` is the specification's mobile breakpoint of 768 px. */
export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' } as const;
