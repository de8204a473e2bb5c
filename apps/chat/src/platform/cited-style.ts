/** Style of the mark around a cited passage. */
export const citedStyle = {
  display: 'block',
  color: 'inherit',
  bg: 'brand.subtle',
  borderInlineStartWidth: '3px',
  borderColor: 'brand.solid',
  borderRadius: 'sm',
  paddingInline: '3',
  paddingBlock: '2',
  marginInline: '-3',
} as const;
