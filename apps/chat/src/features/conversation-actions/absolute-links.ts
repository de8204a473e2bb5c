/** Matches the start of a Markdown link to a screen of the app. */
const TO_SCREEN = /\]\((<?)\/(?=app[/?])/g;

/** Adds the origin to the links of a Markdown text that lead to the app: in a file, they have no page to be relative to. */
export function withAbsoluteLinks(text: string, origin: string): string {
  return text.replaceAll(TO_SCREEN, (_, bracket: string) => `](${bracket}${origin}/`);
}
