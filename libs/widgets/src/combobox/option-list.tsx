import { Box, createPortal, Span, Text } from '@homie/ui';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The texts of an option. */
export interface OptionText {
  key: string;
  text: string;
  /** A second line, e.g. the email of a person. */
  description?: string | undefined;
  /** A few words next to the text, e.g. a role. */
  detail?: string | undefined;
  /** The reason why it cannot be selected. */
  disabled?: string | undefined;
}

/** Props of {@link OptionList}. */
export interface OptionListProps {
  id: string;
  /** The box it belongs under. */
  box: RefObject<HTMLElement | null>;
  options: readonly OptionText[];
  active: number;
  /** Shown if there are no options. */
  status: string;
  onChoose: (index: number) => void;
  onPoint: (index: number) => void;
}

const GAP = 4;
const MARGIN = 8;
const TALLEST = 280;

interface ListPosition {
  left: number;
  width: number;
  maxHeight: number;
  top?: number;
  bottom?: number;
}

/**
 * Returns the position below the box, or above it if there is more space. `end` is the lower edge of the area above a
 * keyboard.
 */
function computePosition(box: DOMRect, end: number): ListPosition {
  const below = end - box.bottom - GAP - MARGIN;
  const above = box.top - GAP - MARGIN;
  const side = { left: box.left, width: box.width };
  return below >= Math.min(TALLEST, above)
    ? { ...side, top: box.bottom + GAP, maxHeight: Math.min(TALLEST, below) }
    : { ...side, bottom: window.innerHeight - box.top + GAP, maxHeight: Math.min(TALLEST, above) };
}

/** Returns the position of the list, and its host: the dialog that contains the box, if any, else the page. */
function useListPosition(box: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState<ListPosition & { host: Element }>();
  useLayoutEffect(() => {
    const measure = () => {
      const element = box.current;
      if (!element) return;
      const host = element.closest('[role=dialog],[role=alertdialog]') ?? document.body;
      const { offsetTop, height } = window.visualViewport ?? {
        offsetTop: 0,
        height: window.innerHeight,
      };
      setPosition({
        ...computePosition(element.getBoundingClientRect(), offsetTop + height),
        host,
      });
    };
    measure();
    window.addEventListener('resize', measure);
    window.visualViewport?.addEventListener('resize', measure);
    // Any scrolling container on the page may move the box.
    document.addEventListener('scroll', measure, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', measure);
      window.visualViewport?.removeEventListener('resize', measure);
      document.removeEventListener('scroll', measure, { capture: true });
    };
  }, [box]);
  return position;
}

/** The offered options, as a list that floats under the box. */
export function OptionList(props: OptionListProps) {
  const { id, box, options, active, status, onChoose, onPoint } = props;
  const list = useRef<HTMLDivElement>(null);
  const position = useListPosition(box);

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  if (!position) return null;
  const { host, ...style } = position;

  return createPortal(
    <Box
      // A landmark, so that the content at the end of the page is inside of one.
      as="section"
      aria-label="Options"
      position="fixed"
      zIndex="menu"
      style={style}
      display="flex"
      flexDirection="column"
      overflow="hidden"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.default"
      borderRadius="lg"
      boxShadow="float"
      // The box retains the focus while the user presses here.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Box
        ref={list}
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot belong to a text box
        role="listbox"
        aria-label="Options"
        overflowY="auto"
        padding={options.length > 0 ? '1.5' : '0'}
      >
        {options.map(({ key, text, description, detail, disabled }, index) => (
          <Box
            key={key}
            id={`${id}-${key}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select cannot show the focus
            role="option"
            aria-selected={index === active}
            aria-disabled={disabled !== undefined || undefined}
            css={optionStyle}
            onClick={() => onChoose(index)}
            onMouseMove={() => {
              if (index !== active) onPoint(index);
            }}
          >
            <Span translate="no" flex="1" minWidth="0" overflowWrap="anywhere">
              {text}
              {description && (
                <Span display="block" fontSize="sm" color="fg.muted">
                  {description}
                </Span>
              )}
            </Span>
            {(disabled ?? detail) && (
              <Span fontSize="sm" color="fg.muted" flexShrink="0">
                {disabled ?? detail}
              </Span>
            )}
          </Box>
        ))}
      </Box>
      {options.length === 0 && (
        <Text aria-hidden tone="muted" size="sm" paddingInline="4" paddingBlock="3">
          {status}
        </Text>
      )}
    </Box>,
    host,
  );
}

const optionStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '9',
  paddingInline: '2.5',
  paddingBlock: '1.5',
  borderRadius: 'md',
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: '11' },
  '&[aria-selected=true]': {
    bg: 'bg.subtle',
    boxShadow: 'inset 2px 0 0 {colors.brand.solid}',
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  '&[aria-disabled=true]': { color: 'fg.subtle', cursor: 'not-allowed' },
} as const;
