const OPENING = /\$\w*\$|'|--|\/\*|;/g;

/** The statements of a migration, each with its semicolon. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  OPENING.lastIndex = 0;
  for (let found = OPENING.exec(sql); found; found = OPENING.exec(sql)) {
    const [mark] = found;
    if (mark === ';') {
      statements.push(sql.slice(start, found.index + 1).trim());
      start = found.index + 1;
    } else {
      const end = { '--': '\n', '/*': '*/' }[mark] ?? mark;
      const at = sql.indexOf(end, found.index + mark.length);
      OPENING.lastIndex = at < 0 ? sql.length : at + end.length;
    }
  }
  return statements;
}
