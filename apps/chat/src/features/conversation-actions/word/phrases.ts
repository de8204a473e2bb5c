import { ExternalHyperlink, TextRun, type IRunOptions, type ParagraphChild } from 'docx';
import type { PhrasingContent } from 'mdast';
import type { References } from '@homie/widgets/markdown';

/** The font of code: every office program has it. */
export const MONO = 'Courier New';

const WEB = /^(?:https?:|mailto:)/i;
/** Control characters, lone surrogates and noncharacters, of which XML allows none in text. */
const NOT_XML = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Returns true if the first letter of a text is of a script that is written from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Creates a run of text, without the characters that no XML document may contain. */
export function textRun(text: string, options: IRunOptions = {}): TextRun {
  return new TextRun({
    ...options,
    text: text.replace(/[^\S\u00A0]+/g, ' ').replace(NOT_XML, ''),
    ...(isRightToLeft(text) && { rightToLeft: true }),
  });
}

/** Converts inline content to runs. Only web and mail addresses are links, as in a rendered reply. */
export function renderPhrases(
  nodes: readonly PhrasingContent[],
  references: References,
  options: IRunOptions = {},
): ParagraphChild[] {
  const inner = (children: readonly PhrasingContent[], more: IRunOptions) =>
    renderPhrases(children, references, { ...options, ...more });
  const link = (url: string | undefined, children: readonly PhrasingContent[]) =>
    url !== undefined && WEB.test(url)
      ? [new ExternalHyperlink({ link: url, children: inner(children, { style: 'Hyperlink' }) })]
      : inner(children, {});
  const target = (identifier: string) =>
    references.links.find((definition) => definition.identifier === identifier)?.url;
  const words = (alt: string | null | undefined) => [
    { type: 'text', value: alt || 'Image' } as const,
  ];

  return nodes.flatMap((node): ParagraphChild[] => {
    switch (node.type) {
      case 'text':
        return [textRun(node.value, options)];
      case 'html':
        return /^<br\s*\/?>$/i.test(node.value)
          ? [new TextRun({ break: 1 })]
          : [textRun(node.value, options)];
      case 'strong':
        return inner(node.children, { bold: true });
      case 'emphasis':
        return inner(node.children, { italics: true });
      case 'delete':
        return inner(node.children, { strike: true });
      case 'inlineCode':
        return [textRun(node.value, { ...options, font: MONO })];
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'link':
        return link(node.url, node.children);
      case 'linkReference':
        return link(target(node.identifier), node.children);
      case 'image':
        return link(node.url, words(node.alt));
      case 'imageReference':
        return link(target(node.identifier), words(node.alt));
      case 'footnoteReference': {
        const number = references.notes.findIndex((note) => note.identifier === node.identifier);
        return number < 0 ? [] : [textRun(String(number + 1), { ...options, superScript: true })];
      }
      default:
        return [];
    }
  });
}
