import { Box, Flex } from '@homie/ui';
import type { AuditControl } from '../../state/use-audit-state';
import { formatRelative } from '../../time/relative';
import { chip } from './action-group';

const PRESETS = ['1h', '24h', '7d', '30d'];

/** Separates number and unit: '24 h'. */
const short = (preset: string) => preset.replace(/\D/, ' $&');

/** The usual time ranges up to now, one press each. */
export function TimePresets({ state, change }: Pick<AuditControl, 'state' | 'change'>) {
  const { dates } = state;
  const current = dates !== 'recent' && dates.to === undefined ? dates.from : undefined;
  return (
    <Flex asChild gap="1">
      <fieldset aria-label="Time range">
        {PRESETS.map((preset) => (
          <Box key={preset} asChild css={chip}>
            <button
              type="button"
              aria-pressed={current === preset}
              aria-label={`${short(preset)}, last ${formatRelative(preset)}`}
              title={`Last ${formatRelative(preset)}`}
              onClick={() => change({ dates: { from: preset } })}
            >
              {short(preset)}
            </button>
          </Box>
        ))}
      </fieldset>
    </Flex>
  );
}
