import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** Covers the page and positions the surface on it. */
export const Backdrop = styled(
  'div',
  defineRecipe({
    base: {
      position: 'fixed',
      insetInline: '0',
      top: 'var(--visible-top, 0px)',
      // Excludes the area that a keyboard covers.
      height: 'var(--visible-height, 100dvh)',
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
          padding: {
            base: '0',
            sm: '{spacing.4} max({spacing.4}, var(--safe-right)) {spacing.4} max({spacing.4}, var(--safe-left))',
          },
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
      overscrollBehavior: 'contain',
      _focusVisible: { outline: 'none' },
      // On a very low screen, such as a page at 400 % zoom, title and buttons would leave no space: all of it scrolls.
      '@media (height < 320px)': {
        overflowY: 'auto',
        // The parts have styles of their own.
        '& > *': { flex: 'none !important', overflow: 'visible !important' },
      },
    },
    variants: {
      placement: {
        center: {
          maxHeight: { base: '92%', sm: 'min(44rem, 90dvh, 100%)' },
          paddingBottom: { base: 'var(--safe-bottom)', sm: '0' },
          borderRadius: 'lg',
          borderBottomRadius: { base: '0', sm: 'lg' },
          animation: 'rise-in 180ms cubic-bezier(0.2, 0.7, 0.3, 1)',
        },
        left: {
          maxWidth: 'min(calc(20rem + var(--safe-left)), 88vw)',
          paddingLeft: 'var(--safe-left)',
          paddingBlock: 'var(--safe-top) var(--safe-bottom)',
          animation: 'slide-in 180ms cubic-bezier(0.2, 0.7, 0.3, 1)',
        },
        right: {
          maxWidth: 'min(calc(32rem + var(--safe-right)), 94vw)',
          paddingRight: 'var(--safe-right)',
          paddingBlock: 'var(--safe-top) var(--safe-bottom)',
          animation: 'fade-in 180ms ease-out',
        },
        bottom: {
          maxHeight: '85%',
          paddingInline: 'var(--safe-left) var(--safe-right)',
          paddingBottom: 'var(--safe-bottom)',
          borderTopRadius: 'lg',
          animation: 'rise-in 180ms cubic-bezier(0.2, 0.7, 0.3, 1)',
        },
      },
      size: { sm: {}, md: {}, lg: {}, xl: {} },
    },
    compoundVariants: [
      { placement: 'center', size: 'sm', css: { maxWidth: { sm: '26rem' } } },
      { placement: 'center', size: 'md', css: { maxWidth: { sm: '32rem' } } },
      { placement: 'center', size: 'lg', css: { maxWidth: { sm: 'sheet' } } },
      { placement: 'center', size: 'xl', css: { maxWidth: { sm: '64rem' } } },
    ],
  }),
);
