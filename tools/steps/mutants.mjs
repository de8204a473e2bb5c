// The result of a run of mutants.

/** A test of a mutant, not of the run itself. */
const MUTANT = /^(policy|grant|function) /;

/**
 * Counts the mutants that a run killed and names those that survived.
 * @param {{ testResults: { assertionResults: { title: string, status: string }[] }[] }} report of Vitest, as JSON
 * @returns {{ lines: string[], ok: boolean }}
 */
export function summarizeMutants({ testResults }) {
  const made = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title, status }) => MUTANT.test(title) && ['passed', 'failed'].includes(status));
  const survivors = made.filter(({ status }) => status === 'failed');
  return {
    lines: [
      ...survivors.map(({ title }) => `survived: ${title}`),
      `${made.length} mutants, ${made.length - survivors.length} killed, ${survivors.length} survived`,
    ],
    ok: made.length > 0 && survivors.length === 0,
  };
}
