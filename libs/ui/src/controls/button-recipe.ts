import { defineRecipe } from '@chakra-ui/react/styled-system';

/** A button that explains why it is unavailable is not `disabled`, but looks so, also on hover. */
const whenAvailable = <Styles>(styles: Styles) => ({ '&:not([aria-disabled=true])': styles });

/** The look shared by buttons and links that look like buttons. */
export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    fontWeight: 'medium',
    lineHeight: 'snug',
    textAlign: 'center',
    cursor: 'pointer',
    transitionProperty: 'background-color, border-color, color',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    '@media (pointer: coarse)': { minHeight: '11' },
    '&:disabled, &[aria-disabled=true]': { cursor: 'not-allowed', opacity: '0.55' },
    '&[aria-busy=true]': { cursor: 'progress', opacity: '0.8' },
  },
  variants: {
    variant: {
      solid: {
        bg: 'brand.solid',
        color: 'brand.contrast',
        _hover: whenAvailable({ bg: 'brand.hover' }),
      },
      outline: {
        bg: 'bg.surface',
        color: 'fg.default',
        borderColor: 'border.control',
        _hover: whenAvailable({ bg: 'bg.subtle' }),
      },
      ghost: {
        color: 'fg.default',
        _hover: whenAvailable({ bg: 'bg.muted' }),
      },
      danger: {
        bg: 'danger.solid',
        color: 'danger.contrast',
        _hover: whenAvailable({ bg: 'danger.hover' }),
      },
    },
    size: {
      sm: { minHeight: '8', paddingInline: '3', fontSize: 'sm' },
      md: { minHeight: '10', paddingInline: '4' },
      lg: { minHeight: '12', paddingInline: '6', fontSize: 'lg' },
    },
    wide: { true: { width: 'full' } },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});
