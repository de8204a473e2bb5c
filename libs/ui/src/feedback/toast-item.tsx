import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { IconError, IconInfo, IconSuccess, IconX } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { Text } from '../layout/text.ts';
import { toast, type Toast, type ToastTone } from './toasts.ts';
import { useCountdown } from './use-countdown.ts';

const Surface = chakra(
  'div',
  defineRecipe({
    base: {
      display: 'flex',
      gap: '3',
      alignItems: 'flex-start',
      width: 'full',
      paddingBlock: '3',
      paddingInlineStart: '4',
      paddingInlineEnd: '2',
      borderWidth: '1px',
      borderRadius: 'lg',
      boxShadow: 'float',
      pointerEvents: 'auto',
      animation: 'appear 180ms cubic-bezier(0.2, 0.7, 0.3, 1)',
    },
    variants: {
      tone: {
        success: { bg: 'bg.surface', borderColor: 'border.default' },
        info: { bg: 'bg.surface', borderColor: 'border.default' },
        error: { bg: 'danger.subtle', borderColor: 'danger.solid', color: 'danger.fg' },
      },
    },
  }),
);

const looks: Record<ToastTone, { icon: ReactNode; color: string; duration: number }> = {
  success: { icon: <IconSuccess />, color: 'success.fg', duration: 6_000 },
  info: { icon: <IconInfo />, color: 'info.fg', duration: 6_000 },
  error: { icon: <IconError />, color: 'danger.fg', duration: 12_000 },
};

/** One toast: leaves after a while unless paused; an error interrupts, the others wait their turn. */
export function ToastItem({
  id,
  tone,
  title,
  description,
  action,
  paused,
}: Toast & { paused: boolean }) {
  const { icon, color, duration } = looks[tone];
  useCountdown(duration, paused, () => toast.dismiss(id));
  return (
    <Surface
      tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      aria-atomic
      data-tone={tone}
      data-testid="toast"
    >
      <Box aria-hidden color={color} paddingTop="0.5">
        {icon}
      </Box>
      <Box flex="1" minWidth="0" paddingBlock="0.5" overflowWrap="anywhere">
        <Text fontWeight="semibold" lineHeight="snug">
          {title}
        </Text>
        {description && (
          <Text size="sm" mt="0.5">
            {description}
          </Text>
        )}
        {action && (
          <Button
            variant="outline"
            size="sm"
            marginTop="2"
            onClick={() => {
              toast.dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </Box>
      <IconButton
        label="Dismiss"
        size="sm"
        marginBlock="-0.5"
        // A press must not take the focus: it would be lost together with the toast.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => toast.dismiss(id)}
        icon={<IconX size={18} />}
      />
    </Surface>
  );
}
