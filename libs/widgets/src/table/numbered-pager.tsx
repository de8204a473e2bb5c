import { Button, Flex, Span } from '@homie/ui';
import type { PagerProps } from './pager.tsx';
import { pageWindow } from './page-window.ts';
import { StepButton } from './step-button.tsx';

/** Props of {@link NumberedPager}. */
export interface NumberedPagerProps extends Omit<PagerProps, 'shown'> {
  /** The number of page numbers that are offered around the current one. */
  numbers: number;
}

/** Shows the current page and the number of pages, and links to the pages by number if there is more than one. */
export function NumberedPager(props: NumberedPagerProps) {
  const { page, pageSize, total, noun, numbers, onPage } = props;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <Flex alignItems="center" justifyContent="space-between" flexWrap="wrap" gap="3" mt="4">
      <Span fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {`Page ${page.toLocaleString('en-AU')} of ${pages.toLocaleString('en-AU')}`}
      </Span>
      {pages > 1 && (
        <Flex asChild gap="2" flexWrap="wrap">
          <nav aria-label={`Pages of ${noun}`}>
            <StepButton to="previous" disabled={page <= 1} onClick={() => onPage(page - 1)} />
            {pageWindow(page, pages, numbers).map((number) => (
              <PageButton
                key={number}
                number={number}
                current={number === page}
                onClick={() => onPage(number)}
              />
            ))}
            <StepButton to="next" disabled={page >= pages} onClick={() => onPage(page + 1)} />
          </nav>
        </Flex>
      )}
    </Flex>
  );
}

function PageButton({
  number,
  current,
  onClick,
}: {
  number: number;
  current: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      variant={current ? 'solid' : 'outline'}
      size="sm"
      minWidth="8"
      paddingInline="2"
      fontVariantNumeric="tabular-nums"
      aria-current={current ? 'page' : undefined}
      onClick={current ? undefined : onClick}
      css={{ '@media (pointer: coarse)': { minWidth: '11' } }}
    >
      {number}
    </Button>
  );
}
