import type { Database } from '@homie/server';

const OPENING =
  /\b(?:update\s+(?!of\b|set\b|skip\b|nowait\b)[\w."]+(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set|delete\s+from)\b/gi;

/**
 * Finds updates and deletes without a `where` in a database's own functions. Hosted Supabase refuses them in sessions
 * of the REST interface, also within functions (its extension safeupdate, which no package here provides).
 * @returns `function: statement`
 */
export async function updatesWithoutWhere(database: Database): Promise<string[]> {
  const functions = await database.query<{ name: string; body: string }>(
    `select pg_proc.oid::regprocedure::text as name, prosrc as body
     from pg_proc
     join pg_language on pg_language.oid = prolang
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and lanname in ('sql', 'plpgsql')`,
  );
  return functions.flatMap(({ name, body }) =>
    statementsWithoutWhere(body).map((statement) => `${name}: ${statement}`),
  );
}

/** Finds the same statements in the body of one function. */
export function statementsWithoutWhere(body: string): string[] {
  const plain = body
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''");
  return [...plain.matchAll(OPENING)]
    .map(({ index }) => statementAt(plain, index))
    .filter((statement) => !/\bwhere\b/i.test(withoutParentheses(statement)));
}

/** Returns the statement from `start` to the semicolon or the parenthesis that ends it. */
function statementAt(text: string, start: number): string {
  let depth = 0;
  for (let end = start; end < text.length; end += 1) {
    const character = text[end];
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && character === ';')) return text.slice(start, end);
  }
  return text.slice(start);
}

function withoutParentheses(text: string): string {
  const without = text.replace(/\([^()]*\)/g, '');
  return without === text ? text : withoutParentheses(without);
}
