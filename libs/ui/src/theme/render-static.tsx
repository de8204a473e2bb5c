import { ChakraProvider } from '@chakra-ui/react/styled-system';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createUiSystem } from './system.ts';

/**
 * Renders an element in Node, for a page that is shown before the app has started. It looks the same as in the app.
 * @returns the markup, and the rules that it needs, which include the global ones and the tokens
 */
export function renderStatic(element: ReactNode): { html: string; css: string } {
  const cache = createCache({ key: 'css' });
  // Otherwise Emotion's server build returns styles to the caller instead of collecting them.
  cache.compat = true;
  const html = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <ChakraProvider value={createUiSystem()}>{element}</ChakraProvider>
    </CacheProvider>,
  );
  const rules = Object.values(cache.inserted).filter((rule) => typeof rule === 'string');
  return { html, css: rules.join('') };
}
