/** A row and where it stands: its top below that of the scrolling element, in pixels. */
export interface Place {
  key: string;
  top: number;
}

/** Where conversations were left that were not left at their end. For as long as the page lives. */
export const readingPlaces = new Map<string, Place>();
