import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<(line: string, words: readonly unknown[]) => void>();
let installed = false;

/**
 * Runs `work` and replaces everything that it prints with one line without content. `@supabase/lite` prints every
 * failed statement with its SQL and its parameters.
 * @param report receives the line, e.g. `PostgresError 23505`, and what was printed
 */
export function quietly<T>(
  report: (line: string, words: readonly unknown[]) => void,
  work: () => T,
): T {
  install();
  return inside.run(report, work);
}

function install(): void {
  if (installed) return;
  installed = true;
  for (const method of ['error', 'warn', 'info', 'log'] as const) {
    const original = console[method].bind(console);
    console[method] = (...words: unknown[]) => {
      const report = inside.getStore();
      if (!report) return original(...words);
      if (method !== 'error') return;
      const line = words.map(nameOf).filter(Boolean).join(' ');
      // Exits the context: a report that is itself printed would be reported again, recursively.
      inside.exit(() => report(line === '' ? 'unknown error' : line, words));
    };
  }
}

/** Returns the class and the SQLSTATE of an error. Nothing else is safe to log: texts may contain SQL. */
function nameOf(word: unknown): string {
  if (!(word instanceof Error)) return '';
  const code = 'code' in word ? word.code : undefined;
  return typeof code === 'string' && /^[\w-]{1,20}$/.test(code)
    ? `${word.name} ${code}`
    : word.name;
}
