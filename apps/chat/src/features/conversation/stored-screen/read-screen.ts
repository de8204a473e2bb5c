/** A text, or an element with its attributes and children. */
type StoredNode =
  string | [tag: string, attributes: Record<string, string>, ...children: StoredNode[]];

/** What the page shows of a conversation; prerendered/conversation.js shows it before the app has started. */
export interface StoredScreen {
  /** The width of the messages, in pixels, and the size of the text: rows have the heights of these. */
  width: number;
  textSize: string;
  /** The rules of style sheets that apply to the elements. */
  css: string;
  header: StoredNode;
  messages: StoredNode;
}

/**
 * Elements and attributes that only show something. Without the others, nothing in a stored screen leads anywhere, loads
 * a file, or is mistaken for the message of the app.
 */
const TAGS =
  /^(?:a|article|b|blockquote|br|button|code|dd|del|div|dl|dt|em|figure|h[1-6]|hr|i|input|kbd|li|mark|ol|output|p|pre|s|section|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|time|tr|ul|svg|circle|ellipse|g|line|path|polygon|polyline|rect)$/;
const ATTRIBUTES =
  /^(?:class|style|dir|lang|start|type|checked|colspan|rowspan|disabled|align|viewbox|width|height|fill|stroke|stroke-.*|d|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|points|data-state|data-scope|data-part|data-orientation)$/i;
/** A class of a style sheet that the components create. */
const CLASS = /\.(css-[\w-]+)/g;

/** Reads elements that can be shown again without their app. Others, such as images, become boxes. */
function readNode(node: Node, classes: Set<string>): StoredNode | undefined {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || node instanceof HTMLScriptElement) return undefined;
  const name = node.tagName.toLowerCase();
  const attributes: Record<string, string> = {};
  for (const attribute of node.attributes)
    if (ATTRIBUTES.test(attribute.name)) attributes[attribute.name] = attribute.value;
  for (const each of node.classList) classes.add(each);
  const children = [...node.childNodes]
    .map((child) => readNode(child, classes))
    .filter((child) => child !== undefined);
  return [TAGS.test(name) ? name : 'span', attributes, ...children];
}

/** Returns the rules that mention one of the classes, in their order. */
function readCss(classes: ReadonlySet<string>): string {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  return sheets
    .flatMap((sheet) => [...sheet.cssRules])
    .map(({ cssText }) => cssText)
    .filter((text) => [...text.matchAll(CLASS)].some(([, name = '']) => classes.has(name)))
    .join('');
}

/**
 * Reads what the page shows of a conversation.
 * @param scroller the element that scrolls its messages
 */
export function readScreen(scroller: HTMLElement): StoredScreen | undefined {
  const classes = new Set<string>();
  const header = scroller.parentElement?.parentElement?.firstElementChild;
  const shown = header && readNode(header, classes);
  const messages = readNode(scroller, classes);
  if (!shown || !messages) return undefined;
  const textSize = getComputedStyle(document.documentElement).fontSize;
  const css = readCss(classes);
  return { width: scroller.clientWidth, textSize, css, header: shown, messages };
}
