/** A page of a PDF, and the passage to mark on it. */
export interface CitedPassage {
  page: number;
  text?: string;
}
