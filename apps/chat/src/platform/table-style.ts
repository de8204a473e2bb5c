/** Styles of the scroll container around a table of a file. */
export const tableStyle = {
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  borderWidth: '1px',
  borderColor: 'border.subtle',
  borderRadius: 'md',
  '& table': { borderCollapse: 'collapse', minWidth: 'full' },
  '& caption': { textAlign: 'start', fontWeight: 'medium', padding: '2' },
  '& :is(th, td)': {
    textAlign: 'start',
    verticalAlign: 'top',
    paddingInline: '3',
    paddingBlock: '1.5',
    borderBottomWidth: '1px',
    borderColor: 'border.subtle',
    maxWidth: '20rem',
    // A narrow table scrolls; it does not break numbers.
    overflowWrap: 'break-word',
  },
  '& thead th': { fontWeight: 'medium', bg: 'bg.subtle', whiteSpace: 'nowrap' },
  '& tr[aria-current]': { bg: 'brand.subtle', fontWeight: 'medium' },
  '& tbody th': { fontWeight: 'normal', color: 'fg.muted' },
} as const;
