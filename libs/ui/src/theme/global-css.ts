import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

/** Styles of bare elements: the canvas, the safe areas, the user's font, one focus ring, no motion when unwanted. */
export const globalCss = defineGlobalStyles({
  html: {
    colorScheme: 'light',
    fontFamily: 'body',
    lineHeight: 'normal',
    bg: 'bg.canvas',
    color: 'fg.default',
    textRendering: 'optimizeLegibility',
    // The track of Firefox and of Windows is white otherwise.
    scrollbarColor: '{colors.border.control} transparent',
    '--global-color-border': '{colors.border.default}',
    // Insets of the screen: a notch, rounded corners, the bar for gestures.
    '--safe-top': 'env(safe-area-inset-top, 0px)',
    '--safe-bottom': 'env(safe-area-inset-bottom, 0px)',
    '--safe-left': 'env(safe-area-inset-left, 0px)',
    '--safe-right': 'env(safe-area-inset-right, 0px)',
    // On a low screen, such as a page at 400 % zoom, the content needs the space.
    '--header-height': '3.5rem',
    '@media (height < 420px)': { '--header-height': '2.75rem' },
    // Pulling down at the top would reload the page while the user is writing.
    overscrollBehaviorY: 'contain',
  },
  'html.dark': { colorScheme: 'dark' },
  ':focus-visible': {
    outline: '2px solid',
    outlineColor: 'focus.ring',
    outlineOffset: '2px',
  },
  '::selection': { bg: 'brand.muted' },
  '::placeholder': { color: 'fg.subtle', opacity: 1 },
  'strong, b': { fontWeight: 'semibold' },
  'code, kbd, samp, pre': { fontFamily: 'mono' },
  table: { fontVariantNumeric: 'tabular-nums' },
  // Print content replaces the screen on paper, and only there.
  'html:has([data-print]), body:has(> [data-print])': { '@media print': { bg: 'white' } },
  '[data-print]': { display: 'none', '@media print': { display: 'block' } },
  'body:has(> [data-print]) > :not([data-print])': {
    '@media print': { display: 'none !important' },
  },
  '*, *::before, *::after': {
    '@media (prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // None, not a short one: it would delay visibility as well, and an element that is not visible yet cannot be
      // focused.
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
});
