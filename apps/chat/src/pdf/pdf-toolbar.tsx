import { Flex, IconButton, IconChevronLeft, IconChevronRight, Text } from '@homie/ui';
import { IconZoomIn, IconZoomOut } from '@homie/widgets';

/** Multiples of the width of the area. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

interface PdfToolbarProps {
  page: number;
  pages: number;
  showPage: (page: number) => void;
  /** Multiple of the width of the area. */
  zoom: number;
  setZoom: (zoom: number) => void;
}

/** Buttons that change the page and the zoom. */
export function PdfToolbar({ page, pages, showPage, zoom, setZoom }: PdfToolbarProps) {
  const smaller = ZOOMS.findLast((step) => step < zoom);
  const larger = ZOOMS.find((step) => step > zoom);
  return (
    <Flex alignItems="center" flexWrap="wrap" gap="1">
      <IconButton
        label="Previous page"
        size="sm"
        icon={<IconChevronLeft size={18} />}
        disabled={page <= 1}
        onClick={() => showPage(page - 1)}
      />
      <Text size="sm" aria-live="polite" css={{ fontVariantNumeric: 'tabular-nums' }}>
        {`Page ${page} of ${pages}`}
      </Text>
      <IconButton
        label="Next page"
        size="sm"
        icon={<IconChevronRight size={18} />}
        disabled={page >= pages}
        onClick={() => showPage(page + 1)}
      />
      <Flex alignItems="center" gap="1" marginInlineStart="auto">
        <IconButton
          label="Zoom out"
          size="sm"
          icon={<IconZoomOut size={18} />}
          disabled={smaller === undefined}
          onClick={() => smaller !== undefined && setZoom(smaller)}
        />
        <Text size="sm" aria-live="polite" css={{ fontVariantNumeric: 'tabular-nums' }}>
          {`${zoom * 100} %`}
        </Text>
        <IconButton
          label="Zoom in"
          size="sm"
          icon={<IconZoomIn size={18} />}
          disabled={larger === undefined}
          onClick={() => larger !== undefined && setZoom(larger)}
        />
      </Flex>
    </Flex>
  );
}
