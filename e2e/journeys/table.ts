import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Prints a table of journeys by engine. */
export default class JourneyTable implements Reporter {
  readonly #rows = new Map<string, Map<string, string>>();
  readonly #engines = new Set<string>();
  readonly #durations = new Map<string, number>();

  onTestEnd(test: TestCase, { status, duration }: { status: string; duration: number }) {
    const engine = test.parent.project()?.name ?? '';
    const seconds = `${(duration / 1000).toFixed(1)} s`;
    const row = this.#rows.get(test.title) ?? new Map<string, string>();
    row.set(engine, status === 'passed' ? seconds : status);
    this.#rows.set(test.title, row);
    this.#engines.add(engine);
    this.#durations.set(engine, (this.#durations.get(engine) ?? 0) + duration);
  }

  onEnd() {
    const engines = [...this.#engines].sort();
    const line = (title: string, cells: readonly string[]) =>
      `${title.slice(0, 86).padEnd(88)}${cells.map((cell) => cell.padStart(10)).join('')}`;
    const rows = [...this.#rows].map(([title, row]) =>
      line(
        title,
        engines.map((engine) => row.get(engine) ?? '–'),
      ),
    );
    const totals = engines.map((engine) => {
      const total = this.#durations.get(engine) ?? 0;
      return `${(total / 1000).toFixed(0)} s`;
    });
    const lines = [line('Journey', engines), ...rows, line('Together', totals)];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }

  printsToStdio() {
    return true;
  }
}
