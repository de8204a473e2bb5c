import { codeStyles } from './code-styles.ts';

/** Visually hidden, read by screen readers, and not copied. */
const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  userSelect: 'none',
};

/** A shadow at each edge that has more content behind it; covered by the scrolling content at its end. */
const scrollHint = {
  background: [
    'linear-gradient(to right, {colors.bg.canvas} 60%, transparent) left / 2rem 100%',
    'linear-gradient(to left, {colors.bg.canvas} 60%, transparent) right / 2rem 100%',
    'linear-gradient(to right, {colors.border.default}, transparent) left / 0.75rem 100%',
    'linear-gradient(to left, {colors.border.default}, transparent) right / 0.75rem 100%',
  ].join(', '),
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, local, scroll, scroll',
};

/** The styles of Markdown in a reply: the product's type scale and generous spacing. */
export const replyStyles = {
  // Margins depend on each block alone: a rule on the previous sibling (`* + *`) makes the browser match all blocks of
  // the reply again when one changes its type, as '##' does into '###'.
  '& > *': {
    // A separate stacking context: a growing block does not repaint the others.
    isolation: 'isolate',
    marginTop: '3',
  },
  // 72 characters of running text, which are narrower than the digit that `ch` is based on. Tables and code may be
  // wider.
  '& > :is(p, ul, ol, blockquote, h2, h3, h4, h5, h6)': { maxWidth: '32rem' },
  // The block after a heading moves closer to it.
  '& > :is(h2, h3, h4, h5, h6)': { fontWeight: 'semibold', lineHeight: 'snug', marginBottom: '-1' },
  '& > :is(h2, h3, h4)': { marginTop: '6' },
  '& > h2 + h3, & > h3 + h4, & > h4 + h5': { marginTop: '3' },
  '& > :first-child': { marginTop: '0' },
  '& h2': { fontSize: 'xl' },
  '& h3': { fontSize: 'lg' },
  '& :is(ul, ol)': { paddingInlineStart: '6' },
  '& ul': { listStyleType: 'disc' },
  '& ul ul': { listStyleType: 'circle' },
  '& ol': { listStyleType: 'decimal' },
  '& li::marker': { color: 'fg.subtle', fontVariantNumeric: 'tabular-nums' },
  '& li > :is(p, div, blockquote):not(:first-child, span + *)': { marginTop: '2' },
  '& li:not(:first-child), & li > :is(ul, ol)': { marginTop: '1' },
  '& .contains-task-list': { listStyleType: 'none', paddingInlineStart: '1' },
  '& .contains-task-list > li:not(.task-list-item)': {
    listStyleType: 'disc',
    marginInlineStart: '5',
  },
  '& .task-list-item input': {
    marginInlineEnd: '2',
    verticalAlign: '-0.15em',
    // Custom: the browser renders disabled checkboxes too pale to distinguish whether they are ticked.
    appearance: 'none',
    display: 'inline-grid',
    placeContent: 'center',
    boxSize: '4',
    borderWidth: '1.5px',
    borderColor: 'border.control',
    borderRadius: 'sm',
    '&:checked': { bg: 'brand.solid', borderColor: 'brand.solid' },
    '&:checked::before': {
      content: '""',
      width: '0.3rem',
      height: '0.55rem',
      marginTop: '-0.1rem',
      borderColor: 'brand.contrast',
      borderRightWidth: '2px',
      borderBottomWidth: '2px',
      transform: 'rotate(45deg)',
    },
    '@media (forced-colors: active)': {
      appearance: 'auto',
      '&:checked::before': { display: 'none' },
    },
  },
  '& a': {
    color: 'brand.fg',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    borderRadius: 'sm',
  },
  '& .out::after': { content: '" ↗" / ""', fontSize: 'sm', whiteSpace: 'nowrap' },
  '& .hidden': hidden,
  '& sup': { fontSize: 'xs', lineHeight: '1' },
  '& sup a': { padding: '1' },
  '& blockquote': {
    borderInlineStartWidth: '3px',
    borderColor: 'border.default',
    paddingInlineStart: '4',
    paddingInlineEnd: '10',
    position: 'relative',
    color: 'fg.muted',
    '@media (pointer: coarse)': {
      paddingInlineEnd: '0',
      // The button is at the end of the last line, which has space for it.
      '& > p:nth-last-child(2)::after': { content: '""', display: 'inline-block', width: '12' },
      '& > :not(p):nth-last-child(2)': { paddingInlineEnd: '12' },
    },
  },
  '& blockquote > :not(:first-child, button)': { marginTop: '2' },
  '& blockquote > button': {
    position: 'absolute',
    top: '-1',
    insetInlineEnd: '0',
    display: 'grid',
    placeItems: 'center',
    boxSize: '8',
    borderRadius: 'sm',
    color: 'fg.subtle',
    cursor: 'pointer',
    userSelect: 'none',
    opacity: '0',
    _hover: { bg: 'bg.muted', color: 'fg.default' },
    '@media (hover: none)': { opacity: '1' },
    '@media (pointer: coarse)': {
      boxSize: '11',
      top: 'auto',
      bottom: '-2.5',
      insetInlineEnd: '-1',
    },
  },
  '& blockquote:is(:hover, :focus-within) > button': { opacity: '1' },
  // A quote within a quote is copied with it.
  '& blockquote blockquote > button': { display: 'none' },
  '& blockquote blockquote': { paddingInlineEnd: '0' },
  '& code': {
    fontSize: '0.9375em',
    bg: 'bg.muted',
    borderRadius: 'sm',
    paddingInline: '1',
    paddingBlock: '0.5',
    boxDecorationBreak: 'clone',
  },
  '& .table': { overflowX: 'auto', ...scrollHint },
  '& table': {
    borderCollapse: 'collapse',
    fontSize: 'sm',
    minWidth: 'min(100%, 24rem)',
    // On phones a table is as wide as its text needs, and scrolls: squeezed, its words would wrap one below the other.
    width: { base: 'max-content', md: 'auto' },
  },
  '& :is(th, td)': {
    borderBottomWidth: '1px',
    borderColor: 'border.default',
    paddingBlock: '2',
    paddingInlineEnd: '5',
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'normal',
    minWidth: { base: '3rem', md: '5rem' },
    maxWidth: { base: '12rem', md: 'none' },
  },
  '& :is(th, td)[align=right]': { textAlign: 'end' },
  '& :is(th, td)[align=center]': { textAlign: 'center' },
  '& th': { fontWeight: 'semibold', borderColor: 'border.control' },
  '& hr': { borderColor: 'border.default', borderTopWidth: '1px', marginBlock: '5' },
  '& .notes': {
    borderTopWidth: '1px',
    borderColor: 'border.subtle',
    paddingTop: '3',
    marginTop: '5',
    fontSize: 'sm',
    color: 'fg.muted',
  },
  ...codeStyles,
} as const;
