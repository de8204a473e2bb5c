import { Badge, Box, Button, Card, Flex, Grid, IconChevronDown, type Elements } from '@homie/ui';
import { IconFilter } from '@homie/widgets';
import type { AuditLog } from '@homie/contracts';
import { useId, useState } from 'react';
import type { AuditControl } from '../../state/use-audit-state';
import { ActiveChips } from './active-chips';
import { FilterFields } from './filter-fields';
import { TimePresets } from './time-presets';

interface FilterPanelProps {
  control: AuditControl;
  /** An entry of the results, if there is one. */
  found: AuditLog | undefined;
  /** Shown at the end of the bar. */
  children?: Elements;
}

/** Renders the filters of the audit log: a bar with the active filters, and all controls below it while it is open. */
export function FilterPanel({ control, found, children }: FilterPanelProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box asChild mb="3">
      <search aria-label="Filters">
        <Flex alignItems="center" flexWrap="wrap" columnGap="3" rowGap="2">
          <Button
            size="sm"
            variant="outline"
            aria-expanded={isOpen}
            aria-controls={`${id}-fields`}
            onClick={() => setOpen(!isOpen)}
          >
            <IconFilter size={16} />
            Filters
            <Box
              aria-hidden
              transform={isOpen ? 'rotate(180deg)' : undefined}
              display="inline-flex"
            >
              <IconChevronDown size={16} />
            </Box>
          </Button>
          <Badge asChild tone={control.active > 0 ? 'brand' : 'neutral'}>
            <output>{`${control.active} active`}</output>
          </Badge>
          <ActiveChips {...control} />
          <TimePresets {...control} />
          <Button size="sm" variant="ghost" onClick={control.reset}>
            Reset
          </Button>
          {children}
        </Flex>
        <Card asChild padding={{ base: '4', md: '5' }} mt="3" display={isOpen ? 'grid' : 'none'}>
          <Grid id={`${id}-fields`} gap="3">
            {isOpen && <FilterFields key={control.resets} control={control} found={found} />}
          </Grid>
        </Card>
      </search>
    </Box>
  );
}
