import { Box, Flex, Grid, List, ListItem, Select, Skeleton, Stack, Text } from '@homie/ui';
import { useId, type MouseEvent } from 'react';
import { sortKeys, type Sort } from './column.ts';
import { openButtonProps, type RowsProps } from './rows-props.ts';
import { OpenButton } from './open-button.tsx';
import { pressRow } from './press-row.ts';
import { RowMenu } from './row-menu.tsx';
import { Loading } from './table-states.tsx';

/** The number of placeholder cards while loading. */
const LOADING_CARDS = 5;

/** The rows as cards, for phones: each with a name, its menu, and the other columns with their names. */
export function TableCards<Row>(props: RowsProps<Row>) {
  const { label, rows, rowKey } = props;
  return (
    <Stack gap="3">
      <SortChoice {...props} />
      <Stack asChild gap="3">
        <List aria-label={label}>
          {rows?.map((row) => <RowCard key={rowKey(row)} {...props} row={row} />) ??
            Array.from({ length: LOADING_CARDS }, (_, index) => (
              <ListItem key={index} data-testid="skeleton-row" {...card}>
                {index === 0 && <Loading />}
                <Skeleton width="60%" mb="3" />
                <Skeleton height="3" width="85%" />
              </ListItem>
            ))}
        </List>
      </Stack>
    </Stack>
  );
}

function RowCard<Row>(props: RowsProps<Row> & { row: Row }) {
  const { row, columns, rowName, onOpen, openers, actions, isNested } = props;
  const items = actions?.(row) ?? [];
  const [first, ...others] = columns;
  return (
    <ListItem
      {...card}
      {...(isNested?.(row) && { bg: 'bg.subtle', marginInlineStart: '4' })}
      {...(onOpen &&
        openers && {
          onClick: (event: MouseEvent<HTMLElement>) => pressRow(event, () => onOpen(row)),
        })}
    >
      <Flex alignItems="center" gap="2" minHeight="11">
        <Box flex="1" minWidth="0" fontWeight="semibold" overflowWrap="anywhere">
          {onOpen && !openers ? (
            <Box asChild textAlign="start" minHeight="11" width="full" fontWeight="semibold">
              <button type="button" onClick={() => onOpen(row)}>
                {first.cell(row)}
              </button>
            </Box>
          ) : (
            first.cell(row)
          )}
        </Box>
        {openers && <OpenButton {...openButtonProps(props)} />}
        {items.length > 0 && <RowMenu name={rowName(row)} items={items} />}
      </Flex>
      <Grid
        asChild
        gridTemplateColumns="minmax(6rem, auto) 1fr"
        alignItems="baseline"
        columnGap="4"
        rowGap="1"
        fontSize="sm"
      >
        <dl>
          {others
            .map(({ id, header, cell }) => [id, header, cell(row)] as const)
            .filter(([, , content]) => content !== null)
            .map(([id, header, content]) => (
              <Box key={id} display="contents">
                <Box as="dt" color="fg.muted">
                  {header}
                </Box>
                <Box as="dd" minWidth="0" overflowWrap="anywhere">
                  {content}
                </Box>
              </Box>
            ))}
        </dl>
      </Grid>
    </ListItem>
  );
}

function SortChoice<Row>({ columns, sort, onSort }: RowsProps<Row>) {
  const options = sortKeys(columns).flatMap(({ id, header, sort: words }) =>
    (['ascending', 'descending'] as const).map((direction) => ({
      value: `${direction} ${id}`,
      label: `${header}, ${words[direction]}`,
    })),
  );
  const id = useId();
  if (!onSort || options.length === 0) return null;
  function choose(value: string) {
    const [direction = '', ...id] = value.split(' ');
    onSort?.({ by: id.join(' '), direction: direction as Sort['direction'] });
  }
  return (
    <Flex alignItems="center" gap="3">
      <Text asChild size="sm" tone="muted" flexShrink="0">
        <label htmlFor={id}>Sort by</label>
      </Text>
      <Select
        id={id}
        options={options}
        value={sort ? `${sort.direction} ${sort.by}` : ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </Flex>
  );
}

const card = {
  bg: 'bg.surface',
  borderWidth: '1px',
  borderColor: 'border.subtle',
  borderRadius: 'lg',
  paddingInline: '4',
  paddingTop: '2',
  paddingBottom: '4',
} as const;
