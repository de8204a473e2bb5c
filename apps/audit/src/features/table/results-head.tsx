import { Button, Flex, HStack, IconButton, IconRefresh, Spinner, Text } from '@homie/ui';
import { useId } from 'react';
import { pressedStyle } from '../../pressed-style';
import { ownZone, type Zone } from '../../time/zone';

interface ResultsHeadProps {
  /** The entries of the shown page, numbered from 1; undefined until they are known. */
  shown: { first: number; last: number; total: number } | undefined;
  /** True while other entries load and the previous ones are shown. */
  updating: boolean;
  zone: Zone;
  onZone: (zone: Zone) => void;
  onRefresh: () => void;
}

/** Returns the name of a zone on its button: `Port-au-Prince` for the last part of a region. */
function zoneName(zone: Zone): string {
  if (zone === 'utc') return 'UTC';
  return zone === 'melbourne' ? 'Melbourne' : zone.replace(/.*\//, '').replaceAll('_', ' ');
}

const number = (count: number) => count.toLocaleString('en-AU');

/** Renders the end of the filter bar: the number of entries, the clock of the times, and a reload button. */
export function ResultsHead({ shown, updating, zone, onZone, onRefresh }: ResultsHeadProps) {
  const label = useId();
  return (
    <HStack gap="4" flexWrap="wrap" marginInlineStart="auto" justifyContent="flex-end">
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
            shown &&
            shown.total > 0 &&
            `Showing ${number(shown.first)} to ${number(shown.last)} of ${number(shown.total)} results`
          )}
        </output>
      </Text>
      <Flex alignItems="center" gap="1">
        <Flex asChild alignItems="center" gap="1">
          <fieldset aria-labelledby={label}>
            {/* Not a legend: WebKit puts one above the buttons, floating or not. */}
            <Text asChild size="sm" tone="muted" mr="2" whiteSpace="nowrap">
              <span id={label}>Times in</span>
            </Text>
            {[...new Set<Zone>([zone, ownZone(), 'melbourne', 'utc'])].toSorted().map((each) => (
              <Button
                key={each}
                size="sm"
                variant="ghost"
                aria-pressed={each === zone}
                paddingInline="2"
                css={pressedStyle}
                onClick={() => {
                  if (each !== zone) onZone(each);
                }}
              >
                {zoneName(each)}
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
      </Flex>
    </HStack>
  );
}
