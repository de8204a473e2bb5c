import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** Covers the page and places the surface on it. */
export const Backdrop = styled(
  'div',
  defineRecipe({
    base: {
      position: 'fixed',
      inset: '0',
      zIndex: 'overlay',
      display: 'flex',
      bg: 'bg.overlay',
      animation: 'fade-in 150ms ease-out',
    },
    variants: {
      placement: {
        center: {
          alignItems: { base: 'flex-end', sm: 'center' },
          justifyContent: 'center',
          padding: { base: '0', sm: '4' },
        },
        left: { alignItems: 'stretch', justifyContent: 'flex-start' },
        right: { alignItems: 'stretch', justifyContent: 'flex-end' },
        bottom: { alignItems: 'flex-end', justifyContent: 'center' },
      },
    },
  }),
);

/** The sheet that holds a dialog's content. */
export const Surface = styled(
  'div',
  defineRecipe({
    base: {
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      bg: 'bg.surface',
      color: 'fg.default',
      boxShadow: 'float',
      borderWidth: '1px',
      borderColor: 'border.subtle',
      overflow: 'hidden',
      _focusVisible: { outline: 'none' },
    },
    variants: {
      placement: {
        center: {
          maxHeight: { base: '92dvh', sm: 'min(44rem, 90dvh)' },
          borderRadius: 'lg',
          borderBottomRadius: { base: '0', sm: 'lg' },
          animation: 'rise-in 180ms cubic-bezier(0.2, 0.7, 0.3, 1)',
        },
        left: {
          maxWidth: 'min(20rem, 88vw)',
          animation: 'slide-in 180ms cubic-bezier(0.2, 0.7, 0.3, 1)',
        },
        right: { maxWidth: 'min(32rem, 94vw)', animation: 'fade-in 180ms ease-out' },
        bottom: {
          maxHeight: '85dvh',
          borderTopRadius: 'lg',
          animation: 'rise-in 180ms cubic-bezier(0.2, 0.7, 0.3, 1)',
        },
      },
      size: { sm: {}, md: {}, lg: {} },
    },
    compoundVariants: [
      { placement: 'center', size: 'sm', css: { maxWidth: { sm: '26rem' } } },
      { placement: 'center', size: 'md', css: { maxWidth: { sm: '32rem' } } },
      { placement: 'center', size: 'lg', css: { maxWidth: { sm: 'sheet' } } },
    ],
  }),
);
