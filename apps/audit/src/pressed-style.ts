/** Styles of a button in a group of which one is pressed. */
export const pressedStyle = {
  '&[aria-pressed=true]': {
    bg: 'brand.subtle',
    color: 'brand.fg',
    borderColor: 'brand.muted',
    '@media (forced-colors: active)': { borderColor: 'Highlight' },
  },
} as const;
