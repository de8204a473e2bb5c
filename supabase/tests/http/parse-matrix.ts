const ACTORS = ['visitor', 'key', 'worker', 'unassigned', 'other', 'office', 'admin'] as const;
const OUTCOMES = ['yes', 'hidden', 'refused'] as const;

export type ActorName = (typeof ACTORS)[number];
export type Outcome = (typeof OUTCOMES)[number];

/** One line of the matrix: an operation on a kind of record, with the outcome for each actor. */
export interface MatrixLine {
  recordName: string;
  operation: string;
  outcomes: [actor: ActorName, outcome: Outcome][];
}

function one<Name extends string>(names: readonly Name[], text: string | undefined): Name {
  const found = names.find((name) => name === text);
  if (!found) throw new Error(`The access matrix has '${text}' where one of ${names} belongs`);
  return found;
}

/** Parses the matrix. Its columns may be in any order; a misspelt word is an error, never a skipped case. */
export function parseMatrix(text: string): MatrixLine[] {
  const [header = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const actors = header.slice(2).map((cell) => one(ACTORS, cell));
  return lines.map(([recordName = '', operation = '', ...cells]) => ({
    recordName,
    operation,
    outcomes: actors.map((actor, index) => [actor, one(OUTCOMES, cells[index])]),
  }));
}
