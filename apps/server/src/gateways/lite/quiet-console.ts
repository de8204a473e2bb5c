import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<(line: string) => void>();
let installed = false;

/**
 * Runs `work` with everything that it prints replaced by one line without content.
 * `@supabase/lite` prints every failed statement with its SQL and its parameters.
 * @param report gets the line, e.g. `PostgresError 23505`
 */
export function quietly<T>(report: (line: string) => void, work: () => T): T {
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
      // Outside, or a report that is itself printed would be reported again, without end.
      inside.exit(() => report(line === '' ? 'unknown error' : line));
    };
  }
}

/** Texts may hold SQL; of an error only its class and its SQLSTATE are safe to keep. */
function nameOf(word: unknown): string {
  if (!(word instanceof Error)) return '';
  const code = 'code' in word ? word.code : undefined;
  return typeof code === 'string' && /^[\w-]{1,20}$/.test(code)
    ? `${word.name} ${code}`
    : word.name;
}
