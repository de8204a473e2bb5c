import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** A paragraph. `tone` picks the ink, `size` the step of the type scale, `truncate` cuts to one line. */
export const Text = styled(
  'p',
  defineRecipe({
    variants: {
      tone: {
        default: {},
        muted: { color: 'fg.muted' },
        subtle: { color: 'fg.subtle' },
        danger: { color: 'danger.fg' },
      },
      size: {
        xs: { fontSize: 'xs' },
        sm: { fontSize: 'sm' },
        md: { fontSize: 'md' },
        lg: { fontSize: 'lg' },
        xl: { fontSize: 'xl', lineHeight: 'snug' },
      },
      truncate: {
        true: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: '0' },
      },
    },
  }),
);

/** A heading; choose the level with `as` (h2 by default) and the look with `size`. */
export const Heading = styled(
  'h2',
  defineRecipe({
    base: {
      fontFamily: 'heading',
      fontWeight: 'semibold',
      lineHeight: 'tight',
      textWrap: 'balance',
    },
    variants: {
      size: {
        sm: { fontSize: 'md', lineHeight: 'snug' },
        md: { fontSize: 'lg', lineHeight: 'snug' },
        lg: { fontSize: 'xl' },
        xl: { fontSize: '2xl', letterSpacing: 'tight' },
        '2xl': { fontSize: '3xl', letterSpacing: 'tight' },
      },
    },
    defaultVariants: { size: 'md' },
  }),
);

/** Ids, code and times in the monospaced font. Translators of browsers leave them as they are. */
export const Code = styled(
  'code',
  defineRecipe({ base: { fontFamily: 'mono', fontSize: '0.9375em', overflowWrap: 'anywhere' } }),
  { defaultProps: { translate: 'no' } },
);
