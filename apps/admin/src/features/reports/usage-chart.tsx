import { Box, Flex, Span, Text, useColorMode } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { formatWeekday } from '../../days/format-weekday';
import type { ChartSeries } from './chart-series';

interface UsageChartProps {
  days: readonly string[];
  series: readonly ChartSeries[];
  /** A description for screen readers. */
  label: string;
}

const HEIGHT = 220;
const COLORS = ['brand-solid', 'accent-solid'] as const;
/** Space around and between the bars of a day, as a part of its width. */
const BAR_WIDTH = 0.7;

/** Bars of one or two measures per day. The table below it has the same values. */
export function UsageChart({ days, series, label }: UsageChartProps) {
  const root = useRef<HTMLDivElement>(null);
  const { resolved } = useColorMode();
  const [index, setIndex] = useState<number | null>(null);
  const shown = index === null ? undefined : days[index];

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const chart = createChart(element, days, series, setIndex);
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
    // The colours are read again when the theme changes.
  }, [days, series, resolved]);

  return (
    <Box>
      <Flex minHeight="6" columnGap="4" flexWrap="wrap" fontSize="sm" mb="1">
        {series.map(({ label: name, values, format }, position) => (
          <Flex key={name} alignItems="center" gap="1.5">
            <Span
              aria-hidden
              boxSize="2.5"
              borderRadius="sm"
              bg={position === 0 ? 'brand.solid' : 'accent.solid'}
            />
            <span>{name}</span>
            {index !== null && shown !== undefined && (
              <Text as="span" tone="muted" fontVariantNumeric="tabular-nums">
                {`${formatWeekday(shown)}: ${format(values[index] ?? null)}`}
              </Text>
            )}
          </Flex>
        ))}
      </Flex>
      <Box as="figure" ref={root} aria-label={label} css={chartStyle} minHeight="56" />
    </Box>
  );
}

function createChart(
  element: HTMLElement,
  days: readonly string[],
  series: readonly ChartSeries[],
  onPoint: (index: number | null) => void,
): UPlot {
  const style = getComputedStyle(element);
  const color = (token: string) => style.getPropertyValue(`--homie-colors-${token}`).trim();
  const axis = {
    stroke: color('fg-muted'),
    font: `12px ${style.fontFamily}`,
    ticks: { show: false },
  };
  const format = series[0]?.format ?? String;
  // Half a reply does not exist.
  const isWhole = series.every(({ values }) =>
    values.every((value) => value === null || Number.isInteger(value)),
  );
  return new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      // The position of a day: bars of days have the same distance.
      scales: {
        x: { time: false, range: [-0.5, days.length - 0.5] },
        y: {
          range: {
            min: { hard: 0, pad: 0, soft: 0, mode: 1 },
            max: { pad: 0.1, soft: 1, mode: 2 },
          },
        },
      },
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          incrs: [1, 2, 3, 5, 7, 10, 14, 15, 30],
          space: 80,
          values: (_chart, positions) =>
            positions.map((position) => formatWeekday(days[position] ?? '').replace(/^\w+, /, '')),
        },
        {
          ...axis,
          grid: { stroke: color('border-subtle'), width: 1 },
          size: 72,
          filter: (_chart, values) =>
            values.map((value) => (isWhole && !Number.isInteger(value) ? null : value)),
          values: (_chart, values) =>
            values.map((value) => (value === null ? null : format(value))),
        },
      ],
      series: [
        {},
        ...series.map(({ label }, position) => ({
          label,
          fill: color(COLORS[position] ?? COLORS[0]),
          paths: barPaths(position, series.length),
          points: { show: false },
        })),
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    },
    [days.map((_, position) => position), ...series.map(({ values }) => values)],
    element,
  );
}

/** Places the bars of several series side by side. */
function barPaths(position: number, count: number): UPlot.Series.PathBuilder {
  const build = UPlot.paths.bars?.({
    size: [BAR_WIDTH / count, 48],
    align: count === 1 ? 0 : position === 0 ? -1 : 1,
  });
  if (!build) throw new Error('This build of uPlot has no bars.');
  return build;
}

/** What its own style sheet says, which a remote cannot load. */
const chartStyle = {
  '& .uplot, & .u-wrap': { position: 'relative' },
  '& .u-over, & .u-under, & .u-axis': { position: 'absolute' },
  '& .u-under': { overflow: 'hidden' },
  '& canvas': { display: 'block', position: 'relative', width: 'full', height: 'full' },
  '& :is(.u-cursor-x, .u-cursor-y, .u-select, .u-cursor-pt)': { display: 'none' },
  '& .u-over:hover .u-cursor-x': {
    display: 'block',
    position: 'absolute',
    insetInlineStart: '0',
    top: '0',
    height: 'full',
    pointerEvents: 'none',
    borderInlineStartWidth: '1px',
    borderColor: 'border.control',
  },
} as const;
