import type { ReactElement } from 'react';

/**
 * Content without bare text, for children that have siblings: browsers that translate a page replace its text nodes, and
 * React could then neither update nor remove them, nor insert anything before them.
 */
export type Elements = ReactElement | boolean | '' | null | undefined | readonly Elements[];
