import type { ExtractionLimits } from './extracted-file.ts';

/** How long others wait at most while a file is read in the same thread, as far as our own code goes. */
const AT_A_STRETCH_MS = 12;

/** What may still be read of one file: so many characters, for so long. */
export class Allowance {
  readonly limits: ExtractionLimits;
  readonly #end: number;
  #characters: number;
  #pausedAt = performance.now();

  constructor(limits: ExtractionLimits) {
    this.limits = limits;
    this.#end = performance.now() + limits.milliseconds;
    this.#characters = limits.characters;
  }

  get isOutOfTime(): boolean {
    return performance.now() > this.#end;
  }

  get isSpent(): boolean {
    return this.#characters <= 0;
  }

  /** As much of a text as there is room for; never half a character. */
  take(text: string): string {
    const kept = startOf(text, Math.max(0, this.#characters));
    this.#characters -= text.length;
    return kept;
  }

  /** Whether the processor was held for a while. */
  get isBreathDue(): boolean {
    return performance.now() - this.#pausedAt >= AT_A_STRETCH_MS;
  }

  /** Lets others have the processor when that is due. */
  async breathe(): Promise<void> {
    if (!this.isBreathDue) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#pausedAt = performance.now();
  }
}

/** The start of a text, at most so many UTF-16 units, without half a character at its end. */
export function startOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}
