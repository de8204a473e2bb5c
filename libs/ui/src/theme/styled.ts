import {
  useChakraContext,
  type JsxFactory,
  type RecipeDefinition,
} from '@chakra-ui/react/styled-system';
import { __unsafe_useEmotionCache as useStyleCache } from '@emotion/react';
import { createElement, isValidElement, type ElementType, type ReactNode } from 'react';
import { classNames, type StyleProps } from './class-names.ts';
import { mergeProps, type Props } from './merge-props.ts';

interface StyledProps extends Props {
  as?: ElementType;
  asChild?: boolean;
  children?: ReactNode;
}

function createStyled(
  tag: ElementType,
  definition: RecipeDefinition = {},
  { defaultProps }: { defaultProps?: Props } = {},
) {
  const { isVariant, classOf } = classNames(definition);
  return function Styled({ as = tag, asChild, children, ...given }: StyledProps) {
    const system = useChakraContext();
    const cache = useStyleCache();
    if (cache === null) throw new Error('There is no UiProvider around this');
    const styleProps: StyleProps = {};
    const attributes: Props = { ...defaultProps };
    for (const name in given) {
      const value = given[name];
      if (value === undefined) continue;
      // The attribute, not the property of CSS: `translate="no"` for names and what users type.
      if (name !== 'translate' && (isVariant(name) || system.isValidProperty(name)))
        styleProps[name] = value;
      else attributes[name] = value;
    }
    const className = classOf({ system, cache }, styleProps, attributes.className);
    if (className !== '') attributes.className = className;
    if (!asChild) return createElement(as, attributes, children);
    if (!isValidElement<Props>(children)) throw new Error('asChild needs one element as its child');
    return createElement(children.type, mergeProps(attributes, children.props));
  };
}

/**
 * An equivalent of Chakra's `chakra(tag, recipe, { defaultProps })` for HTML elements: the same props, and the same
 * classes and styles from Chakra's own engine. But the class of a set of style props is computed once and then cached,
 * where Chakra's factory hashes, sorts and serializes it on each render of each element, which is most of the cost of
 * rendering an element. Props that are neither variants nor style props are passed to the element.
 */
// Chakra's type restricts the props to those of a tag; their names are enough here.
export const styled = createStyled as JsxFactory;
