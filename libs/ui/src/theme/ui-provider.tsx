import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider } from '@emotion/react';
import { useEffect, useState, type ReactNode } from 'react';
import { followVisibleArea } from '../layout/visible-area.ts';
import { createStyleCache } from './style-cache.ts';
import { createUiSystem } from './system.ts';
import { useColorMode } from './use-color-mode.ts';

function ThemeFollower() {
  // Subscribed for as long as the application lives, so that the system's and other tabs' changes show.
  useColorMode();
  return null;
}

/** The root of everything rendered with this library. Only the shell mounts it, once. */
export function UiProvider({ children }: { children: ReactNode }) {
  const [system] = useState(createUiSystem);
  const [cache] = useState(createStyleCache);
  useEffect(
    () => (window.visualViewport ? followVisibleArea(window.visualViewport) : undefined),
    [],
  );
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>
        <ThemeFollower />
        {children}
      </ChakraProvider>
    </CacheProvider>
  );
}
