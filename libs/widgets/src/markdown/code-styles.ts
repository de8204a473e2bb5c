/** The token classes of each colour. */
const INKS: Readonly<Record<string, readonly string[]>> = {
  'fg.subtle': ['comment', 'quote'],
  'accent.fg': ['keyword', 'selector-tag', 'meta', 'name', 'section', 'tag'],
  'success.fg': ['string', 'addition', 'regexp', 'code'],
  'warning.fg': ['number', 'literal', 'symbol', 'bullet'],
  'info.fg': ['title', 'built_in', 'type', 'selector-class', 'selector-id'],
  'brand.fg': ['attr', 'attribute', 'property', 'variable', 'template-variable'],
  'danger.fg': ['deletion'],
};

// One selector per class: inside `:is()`, an added word would make the browser match the selectors of the whole reply
// again.
const inks = Object.fromEntries(
  Object.entries(INKS).flatMap(([color, kinds]) =>
    kinds.map((kind) => [`& .hljs-${kind}`, { color }]),
  ),
);

/**
 * The styles of code in a reply. The colours are our own tokens, with a contrast of 4.5:1 in both themes. No bold or
 * italic: highlighting must not change the width of a line.
 */
export const codeStyles = {
  '& .code': {
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border.subtle',
    borderRadius: 'md',
    overflow: 'hidden',
  },
  '& .code-bar': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    paddingInlineStart: '3',
    paddingInlineEnd: '1',
    borderBottomWidth: '1px',
    borderColor: 'border.subtle',
    fontSize: 'xs',
    color: 'fg.subtle',
  },
  '& .code-bar button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '8',
    paddingInline: '2',
    borderRadius: 'sm',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted', color: 'fg.default' },
    _focusVisible: { outlineOffset: '-2px' },
    '@media (pointer: coarse)': { minHeight: '11', paddingInline: '3' },
  },
  '& pre': {
    padding: '3',
    overflowX: 'auto',
    fontSize: 'sm',
    tabSize: '4',
    _focusVisible: { outlineOffset: '-2px' },
  },
  '& pre code': {
    display: 'block',
    width: 'max',
    minWidth: 'full',
    bg: 'transparent',
    padding: '0',
    fontSize: 'inherit',
    overflowWrap: 'normal',
  },
  // Each chunk of an open block has its own layout.
  '& pre code > .part': { display: 'block' },
  ...inks,
} as const;
