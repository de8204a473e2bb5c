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
  /** Of the composer. */
  placeholder: string;
}

/**
 * Elements and attributes that only show something. Without the others, nothing in a stored screen leads anywhere, loads
 * a file, or is mistaken for the message of the app.
 */
const TAGS =
  /^(?:a|article|b|blockquote|br|button|code|dd|del|div|dl|dt|em|figure|h[1-6]|hr|i|input|kbd|li|mark|ol|output|p|pre|s|section|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|time|tr|ul|svg|circle|ellipse|g|line|path|polygon|polyline|rect)$/;
const ATTRIBUTES =
  /^(?:class|style|dir|lang|start|type|checked|colspan|rowspan|disabled|align|viewbox|width|height|fill|stroke|stroke-.*|d|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|points|data-state|data-scope|data-part|data-orientation)$/i;
/** The space below a short reply, whose question is at the top: the next page opens without it. */
const SPACE = /min-height: calc\(100% \+ [\d.]+px\);?/;
/** A class of a style sheet that the components create. */
const CLASS = /\.(css-[\w-]+)/g;

/** Elements that get the same height without their content. */
const BLOCKS = /^(?:article|blockquote|h[1-6]|ol|p|pre|table|ul)$/;

/** What was read so far, and what is not. */
interface Reading {
  classes: Set<string>;
  /** Of what ends above this, in pixels of the viewport, no next page of this screen shows anything. */
  top: number;
}

/** Returns the style of a box that takes the place of an element that nobody sees; undefined if it may be seen. */
function readBox(element: Element, { top }: Reading): string | undefined {
  const { width, height, bottom } = element.getBoundingClientRect();
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    return `width:${width}px;height:${height}px;`;
  return bottom < top && BLOCKS.test(element.localName) ? `height:${height}px;` : undefined;
}

/** Reads elements that can be shown again without their app. Others, such as images, become boxes. */
function readNode(node: Node, reading: Reading): StoredNode | undefined {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || node instanceof HTMLScriptElement) return undefined;
  const name = node.tagName.toLowerCase();
  const attributes: Record<string, string> = {};
  for (const attribute of node.attributes)
    if (ATTRIBUTES.test(attribute.name))
      attributes[attribute.name] = attribute.value.replace(SPACE, '');
  for (const each of node.classList) reading.classes.add(each);
  const box = readBox(node, reading);
  if (box !== undefined) attributes['style'] = box + (attributes['style'] ?? '');
  const children = (box === undefined ? [...node.childNodes] : [])
    .map((child) => readNode(child, reading))
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
  const conversation = scroller.parentElement?.parentElement;
  const header = conversation?.firstElementChild;
  const shown = header && readNode(header, { classes, top: 0 });
  // The next window may be as high as the screen.
  const higher = Math.max(0, window.screen.height - scroller.clientHeight);
  const space = SPACE.test(scroller.firstElementChild?.getAttribute('style') ?? '')
    ? scroller.clientHeight
    : 0;
  const { top } = scroller.getBoundingClientRect();
  const messages = readNode(scroller, { classes, top: top - higher - space });
  if (!shown || !messages) return undefined;
  const textSize = getComputedStyle(document.documentElement).fontSize;
  const css = readCss(classes);
  const placeholder = conversation?.querySelector('textarea')?.placeholder ?? '';
  return { width: scroller.clientWidth, textSize, css, header: shown, messages, placeholder };
}
