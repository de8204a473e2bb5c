/** Styles of a field for a message: it grows with its text, inside a frame that has the border. */
export const messageField = {
  display: 'block',
  width: 'full',
  paddingInline: '4',
  paddingTop: '3',
  paddingBottom: '1',
  bg: 'transparent',
  fontSize: 'md',
  lineHeight: 'normal',
  resize: 'none',
  overflowY: 'auto',
  outline: 'none',
} as const;
