/**
 * Black on white in any theme; nothing is cut off. Messages continue on the next page: moved there as a whole, long ones
 * would leave pages almost empty.
 */
export const printStyles = {
  fontSize: '11pt',
  color: 'black',
  bg: 'white',
  '& *': {
    color: 'black !important',
    background: 'none !important',
    borderColor: '#999 !important',
    maxWidth: 'none !important',
  },
  '& ::marker': { color: 'black !important' },
  '& article': {
    marginTop: '5',
    paddingTop: '2',
    borderTopWidth: '1px',
    overflowWrap: 'anywhere',
  },
  '& article > h2': {
    fontSize: 'sm',
    fontWeight: 'semibold',
    breakAfter: 'avoid',
    marginBottom: '1',
  },
  '& article > h2 > span': { fontWeight: 'normal' },
  '& button': { display: 'none !important' },
  // A line of code that is too long for the screen scrolls; paper does not.
  '& pre, & pre code': {
    width: 'auto !important',
    whiteSpace: 'pre-wrap !important',
    overflowWrap: 'anywhere !important',
  },
  '& :is(.code, .table, pre)': { overflow: 'visible !important' },
  '& input::before': { borderColor: 'black !important' },
  '& p': { orphans: 3, widows: 3 },
  '& :is(h3, h4, h5, h6)': { breakAfter: 'avoid' },
  '& tr': { breakInside: 'avoid' },
} as const;
