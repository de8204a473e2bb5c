import { expect, test } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest, formatFailures } from './failures.mjs';

test('a failure is reported by its name, the start and the end of its message, without colours, code and stack frames of libraries', () => {
  const trace = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n');
  const message = `\u001b[31mwrong\u001b[39m\n\n at x (node_modules/y.js)\n  98 | code\n> 99 | wrong()\n     |   ^\n${trace}`;
  const text = formatFailures([{ name: 'a test', message }]);
  expect(text.split('\n')).toHaveLength(42);
  expect(text).toContain('✗ a test\n    wrong\n    line 0\n');
  expect(text).toMatch(/…\n[^…]*\n    line 49$/);

  const many = formatFailures(Array.from({ length: 20 }, () => ({ name: 'a test', message })));
  expect(many.split('\n').length).toBeLessThan(110);
});

test('Vitest: reports failed tests, and a file that failed to load', () => {
  const passed = { fullName: 'right', status: 'passed', failureMessages: [] };
  const failed = {
    fullName: 'in a group wrong',
    status: 'failed',
    failureMessages: ['1 is not 2'],
  };
  expect(
    failuresOfVitest({
      testResults: [
        { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
      ],
    }),
  ).toEqual([
    { name: 'in a group wrong', message: '1 is not 2', file: 'a.test.ts' },
    { name: 'b.test.ts', message: 'no such module', file: 'b.test.ts' },
  ]);
  expect(failuresOfVitest(undefined)).toEqual([]);
});

test('Playwright: reports failed tests of nested suites, and errors outside of tests', () => {
  /** @param {string} title @param {string} status @param {{ message: string }[]} errors */
  const spec = (title, status, errors) => ({
    file: 'a.spec.ts',
    line: 3,
    title,
    tests: [{ projectName: 'embedded', status, results: [{ errors }] }],
  });
  expect(
    failuresOfPlaywright({
      config: { rootDir: '/e2e/specs' },
      suites: [
        {
          specs: [spec('right', 'expected', [])],
          suites: [{ specs: [spec('wrong', 'unexpected', [{ message: 'not visible' }])] }],
        },
      ],
      errors: [{ message: 'no server' }],
    }),
  ).toEqual([
    { name: 'embedded a.spec.ts:3 wrong', message: 'not visible', file: '/e2e/specs/a.spec.ts' },
    { name: 'browser', message: 'no server' },
  ]);
  expect(failuresOfPlaywright(undefined)).toEqual([]);
});
