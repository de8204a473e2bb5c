import { Box, VisuallyHidden } from '@homie/ui';
import { AFTER_ADDRESS } from '@homie/widgets';
import { TableScroller } from '../../platform/table-scroller';
import { tableStyle } from '../../platform/table-style';
import { splitTables, type PastedTable } from './split-tables';

const ADDRESS = new RegExp(
  `(https?://[^\\s<>"${AFTER_ADDRESS}]*[^\\s<>"'.,;:!?)\\]${AFTER_ADDRESS}])`,
);

interface LinkedTextProps {
  text: string;
  /** Tables stay lines of text, which can be cut after some lines. */
  isPlain?: boolean;
}

/**
 * Renders a message verbatim, with its web addresses as links, and cells that were pasted from a spreadsheet as a table.
 * It may be in any language.
 */
export function LinkedText({ text, isPlain = false }: LinkedTextProps) {
  return (
    <span translate="no" lang="">
      {(isPlain ? [text] : splitTables(text)).map((part, index) =>
        typeof part === 'string' ? (
          <Links key={index} text={part} />
        ) : (
          <CellTable key={index} rows={part} />
        ),
      )}
    </span>
  );
}

/** Cells as they are: the first row names nothing for sure. */
function CellTable({ rows }: { rows: PastedTable }) {
  return (
    <Box asChild css={tableStyle} overflowX="auto" maxWidth="full" marginBlock="1">
      <TableScroller>
        <table>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={column}>
                    <Links text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
    </Box>
  );
}

function Links({ text }: { text: string }) {
  return (
    <span>
      {text.split(ADDRESS).map((piece, index) =>
        index % 2 === 0 ? (
          <span key={index}>{piece}</span>
        ) : (
          <a
            key={index}
            href={piece}
            target="_blank"
            rel="noopener noreferrer"
            style={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
          >
            <span>{piece}</span>
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        ),
      )}
    </span>
  );
}
