// @vitest-environment jsdom
import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { styled } from './styled.ts';
import { UiProvider } from './ui-provider.tsx';

const recipe = defineRecipe({
  base: { display: 'flex', gap: '2', _hover: { color: 'fg.muted' } },
  variants: {
    tone: { muted: { color: 'fg.muted' }, danger: { color: 'danger.fg' } },
    truncate: { true: { overflow: 'hidden', md: { overflow: 'auto' } } },
  },
  defaultVariants: { tone: 'muted' },
});
const options = { defaultProps: { role: 'list' } };

const Chakra = chakra('div', recipe, options);
const Ours = styled('div', recipe, options);
const ChakraPlain = chakra('p');
const OurPlain = styled('p');

const LOOKS = {
  'nothing at all': {},
  'a style prop': { padding: '4' },
  'a style prop over the recipe': { gap: '5', display: undefined },
  'a style for each width': { paddingInline: { base: '2', md: '6' }, width: ['full', '8'] },
  'a state': { _focusVisible: { outlineOffset: '-2px' }, _dark: { bg: 'bg.muted' } },
  'raw rules': { css: { '& > *': { margin: '1' }, '@media print': { display: 'none' } } },
  'several raw rules': { css: [{ color: 'fg.subtle' }, { color: 'red' }], color: 'blue' },
  'a token within a value': { boxShadow: '0 0 0 1px {colors.focus.ring}' },
  attributes: { id: 'a', 'aria-label': 'b', 'data-c': '', tabIndex: -1, hidden: true, title: 'd' },
  'a class': { className: 'own', margin: '1' },
  'an inline style': { style: { top: 4 } },
  'another element': { as: 'section' },
} as const;
const VARIANTS = { tone: 'danger', truncate: true } as const;

/** Renders an element with Chakra's factory and with ours. */
function rendered(theirs: React.ReactNode, ours: React.ReactNode) {
  const { container } = render(
    <UiProvider>
      <div>{theirs}</div>
      <div>{ours}</div>
    </UiProvider>,
  );
  const [first, second] = [...container.children];
  return { theirs: first?.innerHTML, ours: second?.innerHTML };
}

describe.each(Object.entries(LOOKS))("renders the same as Chakra's factory: %s", (_, look) => {
  test('with a recipe', () => {
    const { theirs, ours } = rendered(<Chakra {...look}>text</Chakra>, <Ours {...look}>text</Ours>);
    expect(theirs).toContain('css-');
    expect(ours).toBe(theirs);
  });
  test('with variants', () => {
    const props = { ...look, ...VARIANTS };
    const { theirs, ours } = rendered(<Chakra {...props} />, <Ours {...props} />);
    expect(ours).toBe(theirs);
  });
  test('without a recipe', () => {
    const { theirs, ours } = rendered(<ChakraPlain {...look} />, <OurPlain {...look} />);
    expect(theirs).toContain('<');
    expect(ours).toBe(theirs);
  });
  test('as its child', () => {
    const child = <a href="#here">there</a>;
    const { theirs, ours } = rendered(
      <Chakra {...look} asChild>
        {child}
      </Chakra>,
      <Ours {...look} asChild>
        {child}
      </Ours>,
    );
    expect(theirs).toContain('href="#here"');
    expect(ours).toBe(theirs);
  });
  test('around another component, whose styles it overrides', () => {
    const { theirs, ours } = rendered(
      <Chakra {...look} asChild>
        <ChakraPlain className="inner" color="green" margin="3" />
      </Chakra>,
      <Ours {...look} asChild>
        <OurPlain className="inner" color="green" margin="3" />
      </Ours>,
    );
    expect(ours).toBe(theirs);
  });
});

test('the styles are in the page of each provider, and are computed once', () => {
  const rules = () =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter(({ cssText }) => cssText.includes('letter-spacing: 7px')).length;
  expect(rules()).toBe(0);
  const line = <OurPlain letterSpacing="7px">wide</OurPlain>;
  const { rerender } = render(<UiProvider>{line}</UiProvider>);
  expect(getComputedStyle(screen.getByText('wide')).letterSpacing).toBe('7px');
  rerender(
    <UiProvider>
      {line}
      <OurPlain letterSpacing="7px">wide</OurPlain>
    </UiProvider>,
  );
  expect(screen.getAllByText('wide')).toHaveLength(2);
  expect(rules()).toBe(1);
});

test('handlers and refs of both are called, and the inner props take precedence', async () => {
  const outer = vi.fn<(text?: string | null) => void>();
  const inner = vi.fn<() => void>();
  const refs: (Element | null)[] = [];
  function Page({ shown }: { shown: boolean }) {
    const cached = useRef<HTMLButtonElement>(null);
    return (
      <UiProvider>
        {shown && (
          <OurPlain
            asChild
            onClick={() => outer(cached.current?.textContent)}
            title="outer"
            ref={cached}
          >
            <button
              onClick={inner}
              title="inner"
              style={{ top: 1 }}
              ref={(element) => void refs.push(element)}
            >
              press
            </button>
          </OurPlain>
        )}
      </UiProvider>
    );
  }
  const { rerender } = render(<Page shown />);
  const button = screen.getByRole('button', { name: 'press' });
  expect(button.title).toBe('inner');
  expect(refs).toEqual([button]);
  await userEvent.click(button);
  expect(outer).toHaveBeenCalledExactlyOnceWith('press');
  expect(inner).toHaveBeenCalledOnce();
  rerender(<Page shown={false} />);
  expect(refs.at(-1)).toBeNull();
});
