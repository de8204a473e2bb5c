// @vitest-environment jsdom
import { Code, Logo, UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NameText } from './name-text.tsx';

test('TRANSLATE-04 names, code and the name of the product are not translated', () => {
  render(
    <UiProvider>
      <NameText>Mia Rose</NameText>
      <Code>asst_meals</Code>
      <Logo name="Second Homie" />
    </UiProvider>,
  );
  for (const text of ['Mia Rose', 'asst_meals', 'Second Homie'])
    expect(screen.getByText(text).getAttribute('translate')).toBe('no');
  expect(screen.getByText('Mia Rose').title).toBe('Mia Rose');
});
