import {
  Badge,
  Box,
  Button,
  Card,
  Flex,
  Grid,
  Heading,
  IconChevronDown,
  VisuallyHidden,
} from '@homie/ui';
import { IconFilter } from '@homie/widgets';
import type { AuditLog } from '@homie/contracts';
import { useId, type ReactNode } from 'react';
import type { AuditControl } from '../../state';
import { FilterFields } from './filter-fields';
import { useFold } from './use-fold';

interface FilterPanelProps {
  control: AuditControl;
  /** An entry of those that were found, if there is one. */
  found: AuditLog | undefined;
  /** What else can be done beside 'Reset', e.g. exporting. */
  actions?: ReactNode;
}

/** All filters of the audit log. They can be folded away, and are on phones; their number stays in sight. */
export function FilterPanel({ control, found, actions }: FilterPanelProps) {
  const id = useId();
  const [shown, toggle] = useFold();
  return (
    <Card asChild padding={{ base: '4', md: '5' }} mb="5">
      <search aria-labelledby={`${id}-title`}>
        <Flex alignItems="center" justifyContent="space-between" flexWrap="wrap" gap="3">
          <Flex alignItems="center" gap="2.5">
            <Box aria-hidden color="fg.muted">
              <IconFilter />
            </Box>
            <Heading id={`${id}-title`} size="sm">
              Filters
            </Heading>
            <Badge asChild tone={control.active > 0 ? 'brand' : 'neutral'}>
              <output>{control.active} active</output>
            </Badge>
          </Flex>
          <Flex gap="2" flexWrap="wrap">
            <Button
              size="sm"
              variant="outline"
              aria-expanded={shown}
              aria-controls={`${id}-fields`}
              onClick={toggle}
            >
              {shown ? 'Hide' : 'Show'}
              <VisuallyHidden>filters</VisuallyHidden>
              <Box
                aria-hidden
                transform={shown ? 'rotate(180deg)' : undefined}
                display="inline-flex"
              >
                <IconChevronDown size={16} />
              </Box>
            </Button>
            <Button size="sm" variant="outline" onClick={control.reset}>
              Reset
            </Button>
            {actions}
          </Flex>
        </Flex>
        <Grid id={`${id}-fields`} hidden={!shown} gap="3" mt="3" display={shown ? 'grid' : 'none'}>
          {shown && <FilterFields control={control} found={found} />}
        </Grid>
      </search>
    </Card>
  );
}
