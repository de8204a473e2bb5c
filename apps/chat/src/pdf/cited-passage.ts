/** A passage of a PDF. */
export interface CitedPassage {
  page: number;
  text: string;
}
