import { Flex, Text } from '@homie/ui';
import { StepButton } from './step-button.tsx';

/** Props of {@link Pager}. */
export interface PagerProps {
  /** Counted from 1. */
  page: number;
  pageSize: number;
  /** The number of rows on this page. */
  shown: number;
  /** The number of rows on all pages. */
  total: number;
  /** The name of the counted items, e.g. 'participants'. */
  noun: string;
  onPage: (page: number) => void;
}

const number = (count: number) => count.toLocaleString('en-AU');

/** Navigates through the pages of a list; not rendered if everything is on one page. */
export function Pager({ page, pageSize, shown, total, noun, onPage }: PagerProps) {
  if (total <= pageSize) return null;
  const before = (page - 1) * pageSize;
  const isLast = shown < pageSize || before + shown >= total;
  return (
    <Flex asChild alignItems="center" justifyContent="space-between" flexWrap="wrap" gap="3" mt="4">
      <nav aria-label={`Pages of ${noun}`}>
        <Text size="sm" tone="muted" fontVariantNumeric="tabular-nums">
          {`Showing ${number(shown && before + 1)} to ${number(shown && before + shown)} of ${number(total)} ${noun}`}
        </Text>
        <Flex gap="2">
          <StepButton to="previous" disabled={page <= 1} onClick={() => onPage(page - 1)} />
          <StepButton to="next" disabled={isLast} onClick={() => onPage(page + 1)} />
        </Flex>
      </nav>
    </Flex>
  );
}
