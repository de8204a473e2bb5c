import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** A small label. The tone supports its text, it never replaces it. */
export const Badge = styled(
  'span',
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      verticalAlign: 'middle',
      maxWidth: 'full',
      paddingInline: '2',
      paddingBlock: '0.5',
      borderRadius: 'full',
      fontSize: 'xs',
      fontWeight: 'medium',
      lineHeight: 'snug',
      whiteSpace: 'nowrap',
      // Its background is not painted in these modes.
      '@media (forced-colors: active)': { outline: '1px solid' },
    },
    variants: {
      tone: {
        neutral: { bg: 'bg.muted', color: 'fg.muted' },
        brand: { bg: 'brand.subtle', color: 'brand.fg' },
        accent: { bg: 'accent.subtle', color: 'accent.fg' },
        success: { bg: 'success.subtle', color: 'success.fg' },
        warning: { bg: 'warning.subtle', color: 'warning.fg' },
        danger: { bg: 'danger.subtle', color: 'danger.fg' },
        info: { bg: 'info.subtle', color: 'info.fg' },
      },
    },
    defaultVariants: { tone: 'neutral' },
  }),
);
