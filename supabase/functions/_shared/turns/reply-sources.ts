import type { Citation } from '@homie/contracts';
import {
  CITATION_TITLE_MAX_LENGTH,
  CITATION_URL_MAX_LENGTH,
  CITATIONS_MAX,
  NOTE_MAX_LENGTH,
  NOTES_MAX,
} from '@homie/contracts/requests';
import type { NumberedPassage } from '../domain/documents/cited-passages.ts';
import { collapseText } from '../contracts/text.ts';
import { storableText } from '../domain/storable-stream.ts';
import { pageWithin } from '../domain/web-domains.ts';

/**
 * Collects the sources and notes of a reply. Accepts a page only if it is within the domains that the assistant may
 * use, regardless of the provider's instructions. Each page and each note counts once.
 */
export class ReplySources {
  readonly #domains: readonly string[];
  readonly #citations = new Map<string, Citation>();
  readonly #notes = new Set<string>();

  /** @param domains domains of allowed pages; if empty, no page is allowed */
  constructor(domains: readonly string[]) {
    this.#domains = domains;
  }

  get found(): { citations: Citation[]; notes: string[] } {
    return { citations: [...this.#citations.values()], notes: [...this.#notes] };
  }

  /** Adds a page. @returns true if it is new and allowed */
  cite({ url, title }: Citation): boolean {
    const page = pageWithin(url, this.#domains);
    if (!page || page.href.length > CITATION_URL_MAX_LENGTH) return false;
    if (this.#citations.has(page.href) || this.#citations.size === CITATIONS_MAX) return false;
    const name = oneLine(title, CITATION_TITLE_MAX_LENGTH);
    this.#citations.set(page.href, { url: page.href, title: name || page.hostname });
    return true;
  }

  /** Adds a passage of a document. @returns true if it is new */
  citePassage({ href, source, number }: NumberedPassage): boolean {
    if (this.#citations.has(href) || this.#citations.size === CITATIONS_MAX) return false;
    const title = oneLine(source, CITATION_TITLE_MAX_LENGTH);
    this.#citations.set(href, { url: href, title, number });
    return true;
  }

  /** Adds a note. @returns true if it is new */
  note(text: string): boolean {
    const note = oneLine(text, NOTE_MAX_LENGTH);
    if (note === '' || this.#notes.has(note) || this.#notes.size === NOTES_MAX) return false;
    this.#notes.add(note);
    return true;
  }
}

function oneLine(text: string, maxLength: number): string {
  // Bidirectional controls and invisible characters would show another title than the page has.
  return storableText(collapseText(text).slice(0, maxLength));
}
