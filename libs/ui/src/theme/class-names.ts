import type {
  RecipeDefinition,
  SystemContext,
  SystemStyleObject,
} from '@chakra-ui/react/styled-system';
import type { EmotionCache } from '@emotion/cache';
import { serializeStyles } from '@emotion/serialize';
import { getRegisteredStyles, insertStyles } from '@emotion/utils';

/** The input of an element's styles: its variants, its style props and its `css`. */
export interface StyleProps {
  css?: SystemStyleObject | SystemStyleObject[];
  [name: string]: unknown;
}

/** The engine of one `UiProvider`, and the cache of its styles. */
interface StyleEngine {
  system: SystemContext;
  cache: EmotionCache;
}

/** The classes of one component. */
export interface ClassNames {
  isVariant: (name: string) => boolean;
  /** @param others further class names of the element; Emotion styles among them are merged into its own, and win */
  classOf: (engine: StyleEngine, styleProps: StyleProps, others?: string) => string;
}

/**
 * Computes the class of each look of a component once and inserts its styles into the page.
 * @param definition the component's recipe
 */
export function classNames(definition: RecipeDefinition): ClassNames {
  const isVariant = (name: string) => Object.hasOwn(definition.variants ?? {}, name);

  function namer({ system, cache }: StyleEngine) {
    const recipe = system.cva(definition);
    return (styleProps: StyleProps, others: string) => {
      const variants: Record<string, unknown> = {};
      const own: Record<string, unknown> = {};
      const { css = [], ...rest } = styleProps;
      for (const name in rest) (isVariant(name) ? variants : own)[name] = rest[name];
      // Chakra itself has identified these as style props.
      const styles = system.css(recipe(variants), ...[css].flat(), own as SystemStyleObject);
      const outer: string[] = [];
      const named = getRegisteredStyles(cache.registered, outer, others);
      const serialized = serializeStyles([styles, ...outer], cache.registered);
      if (serialized.styles === '') return named.trim();
      insertStyles(cache, serialized, false);
      return `${named}${cache.key}-${serialized.name}`;
    };
  }

  const engines = new WeakMap<EmotionCache, (styleProps: StyleProps, others: string) => string>();
  return {
    isVariant,
    classOf(engine, styleProps, others = '') {
      let classOf = engines.get(engine.cache);
      if (classOf === undefined) engines.set(engine.cache, (classOf = memoize(namer(engine))));
      return classOf(styleProps, others);
    },
  };
}

function memoize(name: (styleProps: StyleProps, others: string) => string) {
  const known = new Map<string, string>();
  return (styleProps: StyleProps, others: string) => {
    const key = others + JSON.stringify(styleProps);
    let className = known.get(key);
    if (className === undefined) known.set(key, (className = name(styleProps, others)));
    return className;
  };
}
