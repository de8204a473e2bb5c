/** Black on white in any theme; nothing is cut off, and a message is not split if it fits on a page. */
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
    breakInside: 'avoid',
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
  '& :is(pre, tr, li)': { breakInside: 'avoid' },
} as const;
