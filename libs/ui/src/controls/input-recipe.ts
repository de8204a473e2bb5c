import { defineRecipe } from '@chakra-ui/react/styled-system';

/** The styles of all text inputs. 16 px, so that iOS does not zoom in on focus. */
export const inputRecipe = defineRecipe({
  base: {
    width: 'full',
    minHeight: '10',
    paddingInline: '3',
    paddingBlock: '2',
    bg: 'bg.surface',
    color: 'fg.default',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'md',
    fontSize: 'md',
    lineHeight: 'normal',
    appearance: 'none',
    transitionProperty: 'border-color',
    transitionDuration: 'fast',
    '@media (pointer: coarse)': { minHeight: '11' },
    '&:hover:not(:disabled)': { borderColor: 'fg.subtle' },
    _focusVisible: { outlineOffset: '0', borderColor: 'focus.ring' },
    _disabled: { opacity: '0.6', cursor: 'not-allowed' },
    '&[aria-invalid=true]': {
      borderColor: 'danger.solid',
      boxShadow: 'inset 0 0 0 1px {colors.danger.solid}',
    },
  },
});
