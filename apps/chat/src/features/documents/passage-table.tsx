import { Box } from '@homie/ui';
import { tableStyle } from '../../platform/table-style';
import type { TableRows } from './table-rows';

/** The rows of a passage as a table, in its own scroll container, which the keyboard can scroll. */
export function PassageTable({ columns, rows }: TableRows) {
  return (
    <Box as="section" aria-label="Table" tabIndex={0} overflowX="auto" css={tableStyle}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>{row.get(column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
