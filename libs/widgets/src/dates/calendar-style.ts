/** The styles of the calendar, which has the classes of `react-day-picker`. */
export const calendarStyle = {
  '& .rdp-month': {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr auto',
    alignItems: 'center',
  },
  '& .rdp-month_caption': { textAlign: 'center', fontWeight: 'semibold' },
  '& .rdp-month_grid': { gridColumn: '1 / -1', borderCollapse: 'collapse', marginTop: '1' },
  '& .rdp-weekday': {
    height: '9',
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    textAlign: 'center',
  },
  '& .rdp-day': { padding: '0', textAlign: 'center' },
  '& :is(.rdp-day_button, .rdp-button_previous, .rdp-button_next)': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '9',
    height: '9',
    borderRadius: 'md',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '@media (pointer: coarse)': { width: '11', height: '11' },
  },
  '& .rdp-outside .rdp-day_button': { color: 'fg.subtle' },
  '& .rdp-today:not(.rdp-selected) .rdp-day_button': {
    fontWeight: 'bold',
    color: 'brand.fg',
    boxShadow: 'inset 0 0 0 1px {colors.brand.solid}',
  },
  '& .rdp-selected .rdp-day_button': {
    bg: 'brand.solid',
    color: 'brand.contrast',
    fontWeight: 'semibold',
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  '& .rdp-disabled .rdp-day_button': {
    opacity: '0.45',
    cursor: 'not-allowed',
    _hover: { bg: 'transparent' },
  },
} as const;
