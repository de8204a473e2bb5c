const BLOCKS = new Set('P H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE TABLE HR DIV'.split(' '));

/** Returns inline content as text. White space in the source is collapsed to one space. */
function lineText(nodes: readonly Node[]): string {
  const text = nodes.map((node): string => {
    if (node instanceof Text) return node.data.replaceAll(/\s+/g, ' ');
    if (!(node instanceof Element)) return '';
    if (node.tagName === 'BR') return '\n';
    const words = lineText([...node.childNodes]);
    const address = node.getAttribute('href')?.replace(/^mailto:/, '') ?? words;
    return address === words ? words : `${words} (${address})`;
  });
  return text.join('').replaceAll(/ *\n */g, '\n');
}

function listText(list: Element): string {
  let number = Number(list.getAttribute('start') ?? 1) - 1;
  const items = Array.from(list.children, (item) => {
    const text = blockTexts(item).join('\n');
    number = Number(item.getAttribute('value') ?? number + 1);
    if (/^[☑☐]/u.test(text)) return text;
    const marker = list.tagName === 'OL' ? `${number}. ` : '• ';
    return marker + text.replaceAll('\n', `\n${' '.repeat(marker.length)}`);
  });
  return items.join('\n');
}

function blockText(block: Element): string {
  if (block.tagName === 'PRE') return block.textContent.trimEnd();
  if (block.tagName === 'UL' || block.tagName === 'OL') return listText(block);
  if (block.tagName !== 'TABLE') return blockTexts(block).join('\n\n');
  const rows = Array.from(block.querySelectorAll('tr'), (row) =>
    Array.from(row.children, (cell) =>
      lineText([...cell.childNodes])
        .replaceAll('\n', ' ')
        .trim(),
    ),
  );
  return rows.map((cells) => cells.join('\t')).join('\n');
}

/** Returns the text of each block of an element; text between blocks is a separate block. */
function blockTexts(element: Element): string[] {
  const texts: string[] = [];
  let line: Node[] = [];
  const endLine = () => {
    texts.push(lineText(line).trim());
    line = [];
  };
  for (const node of element.childNodes) {
    if (!(node instanceof Element && BLOCKS.has(node.tagName))) line.push(node);
    else {
      endLine();
      texts.push(blockText(node));
    }
  }
  endLine();
  return texts.filter((text) => text !== '');
}

/**
 * Converts rendered content to plain text without Markdown: tabs separate the cells of a table, as spreadsheets expect,
 * and lists have their markers.
 */
export function plainText(element: Element): string {
  return blockTexts(element).join('\n\n');
}
