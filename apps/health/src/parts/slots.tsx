import { Box, Flex, VisuallyHidden } from '@homie/ui';
import { formatDuration } from '../model/format';

interface SlotsProps {
  slots: readonly number[];
  bounds: readonly number[];
}

function slotText(slot: number, count: number, bounds: readonly number[]): string {
  const [from, to] = [bounds[slot - 1], bounds[slot]];
  const range =
    to === undefined
      ? `over ${formatDuration(from ?? 0)}`
      : from === undefined
        ? `up to ${formatDuration(to)}`
        : `${formatDuration(from)} to ${formatDuration(to)}`;
  return `${count.toLocaleString('en-AU')}: ${range}`;
}

/** The distribution of load times, as columns from fast to slow; as text for screen readers. */
export function Slots({ slots, bounds }: SlotsProps) {
  const highest = Math.max(...slots, 1);
  return (
    <>
      <Flex aria-hidden alignItems="flex-end" gap="1" height="8">
        {slots.map((count, slot) => (
          <Box
            key={slot}
            title={slotText(slot, count, bounds)}
            flex="1"
            minHeight="2px"
            borderRadius="2px"
            bg={count === 0 ? 'bg.muted' : slot < 4 ? 'brand.solid' : 'accent.solid'}
            style={{ height: `${(count / highest) * 100}%` }}
          />
        ))}
      </Flex>
      <VisuallyHidden>
        {slots
          .map((count, slot) => (count > 0 ? slotText(slot, count, bounds) : ''))
          .filter(Boolean)
          .join(', ')}
      </VisuallyHidden>
    </>
  );
}
