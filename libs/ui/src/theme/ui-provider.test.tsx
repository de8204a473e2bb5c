// @vitest-environment jsdom
import { __unsafe_useEmotionCache } from '@emotion/react';
import { act, screen } from '@testing-library/react';
import { startTransition, use } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { UiProvider } from './ui-provider';

test('a first render that React starts again inserts styles through the same cache', async () => {
  const caches = new Set<unknown>();
  let resolve = (_text: string) => {};
  const text = new Promise<string>((resolved) => (resolve = resolved));
  function Content() {
    caches.add(__unsafe_useEmotionCache());
    return <p>{use(text)}</p>;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    startTransition(() =>
      root.render(
        <UiProvider>
          <Content />
        </UiProvider>,
      ),
    ),
  );
  expect(screen.queryByText('Ready')).toBeNull();
  await act(async () => resolve('Ready'));
  expect(screen.getByText('Ready')).toBeDefined();
  expect(caches.size).toBe(1);
  root.unmount();
});
