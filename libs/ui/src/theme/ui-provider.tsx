import type { EmotionCache } from '@emotion/cache';
import { ChakraProvider, type SystemContext } from '@chakra-ui/react/styled-system';
import { CacheProvider } from '@emotion/react';
import { useEffect, type ReactNode } from 'react';
import { followVisibleArea } from '../layout/visible-area.ts';
import { createStyleCache } from './style-cache.ts';
import { createUiSystem } from './system.ts';
import { useColorMode } from './use-color-mode.ts';

let styles: { system: SystemContext; cache: EmotionCache } | undefined;

/**
 * Returns the style system and the cache of the page. They are not state of the provider: React may discard a first
 * render and start again. A second cache would insert its layers before the global styles, which would then override
 * them.
 */
function getStyles() {
  styles ??= { system: createUiSystem(), cache: createStyleCache() };
  return styles;
}

function ThemeFollower({ children }: { children: ReactNode }) {
  // Subscribed for as long as the application lives, so that the system's and other tabs' changes show.
  useColorMode();
  return children;
}

/** The root of everything rendered with this library. Only the shell mounts it, once. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { system, cache } = getStyles();
  useEffect(
    () => (window.visualViewport ? followVisibleArea(window.visualViewport) : undefined),
    [],
  );
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>
        <ThemeFollower>{children}</ThemeFollower>
      </ChakraProvider>
    </CacheProvider>
  );
}
