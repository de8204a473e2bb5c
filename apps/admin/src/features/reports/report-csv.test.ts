import { expect, test } from 'vitest';
import { formatCost, formatTimes, formatTokens } from './format-usage';
import { reportCsv } from './report-csv';

const figures = {
  replies: 3,
  failed: 1,
  people: 2,
  unreported: 0,
  input_tokens: 1200,
  output_tokens: 30,
  first_text_median: 900,
  first_text_p95: 2000,
  done_median: 4000,
  done_p95: 9000,
  cost: 0.25,
};

test('USAGE-07 the file has raw numbers, empty cells for what is unknown, and names that no spreadsheet runs', () => {
  const report = {
    currency: 'AUD',
    unpriced: [],
    total: figures,
    groups: [
      { ...figures, id: 'a', label: '=HYPERLINK("https://evil.example")' },
      { ...figures, id: null, label: null, input_tokens: null, output_tokens: null, cost: null },
    ],
  };
  const [header, first, second] = reportCsv(report, 'assistant').split('\r\n');
  expect(header).toMatch(/^"assistant","replies","failed","people",/);
  expect(first).toBe(
    `"'=HYPERLINK(""https://evil.example"")","3","1","2","0","1200","30","0.25","AUD","900","2000","4000","9000"`,
  );
  expect(second).toBe(
    '"Deleted assistants","3","1","2","0","","","","AUD","900","2000","4000","9000"',
  );
});

test('USAGE-06 what is not known is named, never shown as 0', () => {
  expect(formatTokens(null)).toBe('Not reported');
  expect(formatTokens(0)).toBe('0');
  expect(formatCost({ cost: null }, null)).toBe('No prices set');
  expect(formatCost({ cost: null }, 'AUD')).toBe('No price');
  expect(formatCost({ cost: 1234.5 }, 'AUD')).toBe('$1,234.50');
  expect(formatTimes(null, null)).toBeNull();
  expect(formatTimes(900, 12_340)).toBe('0.9 s (12.3 s)');
});
