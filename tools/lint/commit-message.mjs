// Checks the subject of a commit: `area: imperative summary`, at most 72 characters.
//
// As a hook of Git: ln -s ../../tools/lint/commit-message.mjs .git/hooks/commit-msg
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LONGEST = 72;
const FORM = /^[a-z][a-z0-9-]*(?:[/.][a-z0-9-]+)*: ([a-z][\w'’-]*)/;
/** Past, gerund and third person. Not the verbs that end like them. */
const NOT_IMPERATIVE =
  /^(?!(?:embed|feed|need|seed|bring|string|ping|bypass|focus|process|pass|compress|address|express|press|access|cross|discuss|dismiss)$)\w+(?:ed|ing|[^s]s)$/;

/**
 * Returns what is wrong with a commit's subject, or undefined.
 * @param {string} message
 */
export function commitProblem(message) {
  const [subject = ''] = message.split('\n');
  if (/^(Merge|Revert) /.test(subject)) return undefined;
  if (subject.length > LONGEST)
    return `has ${subject.length} characters, at most ${LONGEST} are allowed`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  const [, verb] = FORM.exec(subject) ?? [];
  if (verb === undefined) return 'is not of the form "area: imperative summary"';
  return NOT_IMPERATIVE.test(verb) ? `does not start with an imperative: "${verb}"` : undefined;
}

const [, script = '', file] = process.argv;
if (file && realpathSync(script) === fileURLToPath(import.meta.url)) {
  const problem = commitProblem(readFileSync(file, 'utf8'));
  if (problem) {
    console.error(`The subject of the commit ${problem}.`);
    process.exit(1);
  }
}
