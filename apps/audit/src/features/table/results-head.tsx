import { Button, Flex, HStack, IconButton, IconRefresh, Spinner, Text } from '@homie/ui';
import type { ReactNode } from 'react';
import type { Zone } from '../../time';

interface ResultsHeadProps {
  /** How many entries fit; undefined until it is known. */
  total: number | undefined;
  /** Whether other entries are on their way while some are shown. */
  updating: boolean;
  zone: Zone;
  onZone: (zone: Zone) => void;
  onRefresh: () => void;
  /** More that can be done with what was found. */
  children?: ReactNode;
}

const ZONES = [
  { zone: 'melbourne', name: 'Melbourne' },
  { zone: 'utc', name: 'UTC' },
] as const;

/** Above the entries: how many there are, whose clock is shown, and reading them anew. */
export function ResultsHead(props: ResultsHeadProps) {
  const { total, updating, zone, onZone, onRefresh, children } = props;
  return (
    <Flex alignItems="center" justifyContent="space-between" flexWrap="wrap" gap="3" mb="3">
      <Text asChild size="sm" tone="muted" fontVariantNumeric="tabular-nums">
        <output>
          {updating ? (
            <HStack asChild gap="2">
              <span>
                <Spinner size="sm" />
                Loading audit logs...
              </span>
            </HStack>
          ) : (
            total !== undefined && `${total.toLocaleString()} ${total === 1 ? 'entry' : 'entries'}`
          )}
        </output>
      </Text>
      <HStack gap="2" flexWrap="wrap">
        {children}
        <Flex asChild alignItems="center" gap="1">
          <fieldset>
            <Text asChild size="sm" tone="muted" mr="2" float="inline-start">
              <legend>Times in</legend>
            </Text>
            {ZONES.map(({ zone: each, name }) => (
              <Button
                key={each}
                size="sm"
                variant="ghost"
                aria-pressed={each === zone}
                css={pressed}
                onClick={() => {
                  if (each !== zone) onZone(each);
                }}
              >
                {name}
              </Button>
            ))}
          </fieldset>
        </Flex>
        <IconButton
          size="sm"
          label="Refresh"
          icon={<IconRefresh size={18} />}
          onClick={onRefresh}
        />
      </HStack>
    </Flex>
  );
}

const pressed = {
  '&[aria-pressed=true]': {
    bg: 'brand.subtle',
    color: 'brand.fg',
    borderColor: 'brand.muted',
    '@media (forced-colors: active)': { borderColor: 'Highlight' },
  },
} as const;
