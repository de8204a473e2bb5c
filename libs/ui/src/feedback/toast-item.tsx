import { defineRecipe } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, type ReactNode, useEffectEvent } from 'react';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { IconError, IconInfo, IconSuccess, IconX } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { Text } from '../layout/text.ts';
import { toast, type Toast, type ToastTone } from './toasts.ts';
import { styled } from '../theme/styled.ts';

/**
 * Calls `onEnd` once `duration` milliseconds have passed, not counting the time that it was paused.
 */
function useCountdown(duration: number, paused: boolean, onEnd: () => void): void {
  const left = useRef(duration);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = setTimeout(end, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [paused]);
}

const Surface = styled(
  'div',
  defineRecipe({
    base: {
      display: 'flex',
      gap: '3',
      alignItems: 'flex-start',
      width: 'full',
      paddingBlock: { base: '3', md: '1' },
      paddingInlineStart: '4',
      paddingInlineEnd: '2',
      borderWidth: '1px',
      borderRadius: 'lg',
      boxShadow: 'float',
      pointerEvents: 'auto',
      animation: 'appear 180ms cubic-bezier(0.2, 0.7, 0.3, 1)',
      // A finger swipes it away: the page below does not scroll with it.
      touchAction: 'pinch-zoom',
    },
    variants: {
      // Only its edge is visible; its text remains for screen readers.
      covered: { true: { height: 'full', overflow: 'hidden', '& > *': { opacity: 0 } } },
      tone: {
        success: { bg: 'bg.surface', borderColor: 'border.default' },
        info: { bg: 'bg.surface', borderColor: 'border.default' },
        error: { bg: 'danger.subtle', borderColor: 'danger.solid', color: 'danger.fg' },
      },
    },
  }),
);

const tones: Record<ToastTone, { icon: ReactNode; color: string; duration: number }> = {
  success: { icon: <IconSuccess />, color: 'success.fg', duration: 4_000 },
  info: { icon: <IconInfo />, color: 'info.fg', duration: 4_000 },
  error: { icon: <IconError />, color: 'danger.fg', duration: 12_000 },
};

/** Milliseconds in which an action, such as Undo, can be pressed. */
const ACTION_DURATION = 8_000;

const inLine = { base: 'block', md: 'inline' } as const;

interface ToastItemProps extends Toast {
  paused: boolean;
  /** Another toast covers it. */
  covered: boolean;
  /** The number of toasts behind it. */
  more: number;
}

/** One toast: disappears after a while unless paused; an error is announced at once, others politely. */
export function ToastItem({
  id,
  tone,
  title,
  description,
  action,
  paused,
  covered,
  more,
}: ToastItemProps) {
  const { icon, color, duration } = tones[tone];
  const surface = useRef<HTMLDivElement>(null);
  useCountdown(action ? Math.max(duration, ACTION_DURATION) : duration, paused, () =>
    toast.dismiss(id),
  );
  useEffect(() => sendAwayBySwipe(surface.current, () => toast.dismiss(id)), [id]);
  return (
    <Surface
      ref={surface}
      tone={tone}
      covered={covered}
      role={tone === 'error' ? 'alert' : 'status'}
      aria-atomic
      data-toast
      data-tone={tone}
      data-testid="toast"
    >
      <Box aria-hidden color={color} paddingTop={{ base: '0.5', md: '1' }}>
        {icon}
      </Box>
      <Box flex="1" minWidth="0" paddingBlock="0.5" overflowWrap="anywhere">
        {/* On a wide screen in one line, if it fits: two lines are as high as the header. */}
        <Text fontWeight="semibold" lineHeight="snug" display={inLine} marginInlineEnd="2">
          {title}
        </Text>
        {description && (
          <Text size="sm" mt="0.5" lineHeight="snug" display={inLine}>
            {description}
          </Text>
        )}
        {action && !covered && (
          <Button
            variant="outline"
            size="sm"
            marginTop={{ base: '2', md: '0' }}
            marginInlineStart={{ md: '2' }}
            onClick={() => {
              toast.dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </Box>
      {/* Hidden: each of them was announced, and a changing number would announce this one again. */}
      {more > 0 && (
        <Text aria-hidden size="sm" paddingBlock="0.5" flexShrink="0">
          {`+${more}`}
        </Text>
      )}
      {!covered && (
        <IconButton
          label="Dismiss"
          size="sm"
          marginBlock={{ base: '-0.5', md: '0' }}
          // A press must not move the focus here: it would be lost together with the toast.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => toast.dismiss(id)}
          icon={<IconX size={18} />}
          // A target for a finger does not move the text up.
          css={{ '@media (pointer: coarse)': { marginBlock: '-2.5' } }}
        />
      )}
    </Surface>
  );
}

/** Loads the swipe code on touch screens only; until then, and without it, there is the button. */
function sendAwayBySwipe(surface: HTMLElement | null, onAway: () => void) {
  if (surface === null || !matchMedia('(pointer: coarse)').matches) return;
  const left = new AbortController();
  import('./watch-swipe.ts').then(
    ({ watchSwipe }) => watchSwipe(surface, onAway, left.signal),
    () => undefined,
  );
  return () => left.abort();
}
