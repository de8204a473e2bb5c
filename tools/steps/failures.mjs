// Reports failures in a few lines for each test, so that a log that shows only its end still contains them.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Maximum lines of one failure, and of all together: if there are many failures, each gets fewer lines. */
const LINES = 40;
const LINES_OF_ALL = 80;

/**
 * @typedef {{ name: string, message: string, file?: string }} Failure the message as the runner has it; `file` with the
 *   failed test
 * @param {Failure[]} failures
 * @returns {string} name of each failure, and the start and the end of its message
 */
export function formatFailures(failures) {
  const most = Math.max(1, Math.min(LINES, Math.floor(LINES_OF_ALL / failures.length) - 2));
  return failures
    .map(({ name, message }) => {
      const lines = stripVTControlCharacters(message)
        .split('\n')
        .filter(
          (line) =>
            line.trim() !== '' && !line.includes('node_modules') && !/^\s*>?\s*\d* \| /.test(line),
        );
      // Playwright writes at the end what it waited for.
      const last = Math.floor(most / 3);
      const shown =
        lines.length > most
          ? [...lines.slice(0, most - last), '…', ...lines.slice(lines.length - last)]
          : lines;
      return [`✗ ${name}`, ...shown].join('\n    ');
    })
    .join('\n\n');
}

/**
 * @typedef {{ testResults?: { name: string, status: string, message?: string, assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[] }} VitestReport
 * @param {VitestReport} [report] of Vitest, as JSON
 * @returns {Failure[]} each failed test, and each file that could not be loaded
 */
export function failuresOfVitest({ testResults = [] } = {}) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0)
      return status === 'failed' ? [{ name, message: message ?? '', file: name }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      name: fullName,
      message: failureMessages.join('\n'),
      file: name,
    }));
  });
}

/** Returns the file of each test that passed. @param {VitestReport} report */
export function passedInVitest({ testResults = [] }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(() => name),
  );
}

/**
 * @typedef {{ file: string, line: number, title: string, tests: { projectName: string, status: string, results: { errors: { message: string }[] }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ config?: { rootDir: string }, suites?: Suite[], errors?: { message?: string }[] }} PlaywrightReport
 */

/** @param {PlaywrightReport} report @returns {(Spec & { path: string })[]} with the path of the file */
function specsOf({ config, suites = [] }) {
  /** @param {Suite} suite @returns {Spec[]} */
  const within = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(within)];
  return suites
    .flatMap(within)
    .map((spec) => ({ ...spec, path: path.join(config?.rootDir ?? '', spec.file) }));
}

/** Returns the file of each test that passed. @param {PlaywrightReport} report */
export function passedInPlaywright(report) {
  return specsOf(report).flatMap(({ path: file, tests }) =>
    tests.filter(({ status }) => status === 'expected').map(() => file),
  );
}

/**
 * @param {PlaywrightReport} [report] of Playwright, as JSON
 * @returns {Failure[]} each test with an unexpected result, and the errors outside of tests
 */
export function failuresOfPlaywright(report = {}) {
  const failed = specsOf(report).flatMap(({ path: name, file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const messages = results.flatMap((result) => result.errors.map(({ message }) => message));
        return {
          name: `${projectName} ${file}:${line} ${title}`,
          message: messages.join('\n'),
          file: name,
        };
      }),
  );
  const outside = (report.errors ?? []).map(({ message = '' }) => ({ name: 'browser', message }));
  return [...failed, ...outside];
}
