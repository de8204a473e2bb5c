// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UiProvider } from '../theme/ui-provider.tsx';
import { Avatar } from './avatar.tsx';

test.each([
  ['ada.lovelace', 'A'],
  [' Émile', 'É'],
  ['', 'U'],
])('HEADER-07 the initial of the name %j is %s', (name, initial) => {
  const { container } = render(
    <UiProvider>
      <Avatar name={name} />
    </UiProvider>,
  );
  expect(container.textContent).toBe(initial);
});
