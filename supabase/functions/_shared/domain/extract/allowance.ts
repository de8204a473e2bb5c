import type { ExtractionLimits } from './extracted-file.ts';

/** The maximum time that our own code blocks the thread while it reads a file, in milliseconds. */
const AT_A_STRETCH_MS = 12;

/** The remaining budget for reading one file: characters and time. */
export class Allowance {
  readonly limits: ExtractionLimits;
  /** Reports the share of the file that was read, from 0 to 1. */
  readonly report: (share: number) => void;
  readonly #end: number;
  #characters: number;
  #pausedAt = performance.now();

  constructor(limits: ExtractionLimits, report: (share: number) => void = () => undefined) {
    this.limits = limits;
    this.report = report;
    this.#end = performance.now() + limits.milliseconds;
    this.#characters = limits.characters;
  }

  get isOutOfTime(): boolean {
    return performance.now() > this.#end;
  }

  get isSpent(): boolean {
    return this.#characters <= 0;
  }

  /** Returns as much of a text as fits into the budget, and deducts it. Never splits a surrogate pair. */
  take(text: string): string {
    const included = truncateText(text, Math.max(0, this.#characters));
    this.#characters -= text.length;
    return included;
  }

  /** True if the thread has been blocked for `AT_A_STRETCH_MS`. */
  get isBreathDue(): boolean {
    return performance.now() - this.#pausedAt >= AT_A_STRETCH_MS;
  }

  /** Yields to other tasks if `isBreathDue`. */
  async breathe(): Promise<void> {
    if (!this.isBreathDue) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#pausedAt = performance.now();
  }
}

/** Truncates a text to a number of UTF-16 code units, without splitting a surrogate pair. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}
