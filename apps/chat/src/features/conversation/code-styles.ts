/**
 * How code looks in a reply. Colours are those of our own tokens, which reach 4.5:1 on their ground in both themes; no
 * weight or slant, so that a line is as wide before it is coloured as after.
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
  // Each part of an open block is laid out by itself.
  '& pre code > .part': { display: 'block' },
  '& :is(.hljs-comment, .hljs-quote)': { color: 'fg.subtle' },
  '& :is(.hljs-keyword, .hljs-selector-tag, .hljs-meta, .hljs-name, .hljs-section, .hljs-tag)': {
    color: 'accent.fg',
  },
  '& :is(.hljs-string, .hljs-addition, .hljs-regexp, .hljs-code)': { color: 'success.fg' },
  '& :is(.hljs-number, .hljs-literal, .hljs-symbol, .hljs-bullet)': { color: 'warning.fg' },
  '& :is(.hljs-title, .hljs-built_in, .hljs-type, .hljs-selector-class, .hljs-selector-id)': {
    color: 'info.fg',
  },
  '& :is(.hljs-attr, .hljs-attribute, .hljs-property, .hljs-variable, .hljs-template-variable)': {
    color: 'brand.fg',
  },
  '& .hljs-deletion': { color: 'danger.fg' },
} as const;
