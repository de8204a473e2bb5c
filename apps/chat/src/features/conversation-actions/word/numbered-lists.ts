import { AlignmentType, LevelFormat, type INumberingOptions } from 'docx';

const LEVELS = Array.from({ length: 9 }, (_, level) => level);

/** The numbered lists of a document: each counts from its own start. */
export class NumberedLists {
  readonly config: INumberingOptions['config'][number][] = [];

  /**
   * Adds a list.
   * @returns the reference for the paragraphs of its items
   */
  add(start: number): string {
    const reference = `numbers-${this.config.length}`;
    const levels = LEVELS.map((level) => ({
      level,
      start,
      format: LevelFormat.DECIMAL,
      text: `%${level + 1}.`,
      alignment: AlignmentType.START,
      style: { paragraph: { indent: { left: (level + 1) * 720, hanging: 360 } } },
    }));
    this.config.push({ reference, levels });
    return reference;
  }
}
