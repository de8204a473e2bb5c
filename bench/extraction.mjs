// Measures reading large files in the process that the server starts for each: the processor time and the peak memory (Linux).
//
//   node bench/extraction.mjs
//   node bench/extraction.mjs --before ../before/apps/server/dist/extraction-worker.js     against another build
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';

const LIMIT = 1.2;
const WORKER = new URL('../apps/server/dist/extraction-worker.js', import.meta.url).pathname;
const { values } = parseArgs({
  options: { before: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);
const types = bytes('<Types/>');
const words =
  'The worker records each visit with its start and end, the support that was given and any change of health. ';

/** A workbook of 25 MB: 12 columns of texts, amounts, dates and numbers. */
function workbook() {
  const cells = (/** @type {number} */ row) =>
    Array.from({ length: 12 }, (_, column) => {
      const random = (row * 7919 + column * 104_729 * (row % 13)) % 1_000_003;
      return column % 3 === 0
        ? `<c t="inlineStr"><is><t>Entry ${random} of ${row}</t></is></c>`
        : `<c s="${column % 4}"><v>${random / 100}</v></c>`;
    }).join('');
  const rows = Array.from(
    { length: 375_000 },
    (_, row) => `<row r="${row + 1}">${cells(row)}</row>`,
  );
  return zipSync({
    '[Content_Types].xml': types,
    'xl/workbook.xml': bytes('<workbook><sheets><sheet name="A" r:id="r"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': bytes(
      '<R><Relationship Id="r" Target="worksheets/sheet1.xml"/></R>',
    ),
    'xl/styles.xml': bytes(
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/></numFmts>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="2"/></cellXfs></styleSheet>',
    ),
    'xl/worksheets/sheet1.xml': bytes(
      `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ),
  });
}

/** A Word document of about 200 pages: headings, lists, tables and footnotes. */
function document() {
  const run = (/** @type {string} */ text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body = Array.from({ length: 200 }, (_, page) => {
    const paragraphs = Array.from(
      { length: 6 },
      (_unused, at) =>
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(`${page}.${at} ${words.repeat(3)}`)}</w:p>`,
    );
    const row = `<w:tr>${['Day', 'Shift', 'Worker'].map((text) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`).join('')}</w:tr>`;
    return `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(`Section ${page}`)}</w:p>${paragraphs.join('')}<w:tbl>${row.repeat(8)}</w:tbl>`;
  });
  return zipSync({
    '[Content_Types].xml': types,
    'word/document.xml': bytes(`<w:document><w:body>${body.join('')}</w:body></w:document>`),
  });
}

/** A PDF of 300 pages with 45 lines each. */
function pdf() {
  const pages = Array.from({ length: 300 }, (_, page) => {
    const lines = Array.from(
      { length: 45 },
      (_unused, line) => `(${page}.${line} ${words.slice(0, 80)}) Tj T*`,
    );
    return `BT /F1 11 Tf 14 TL 60 760 Td\n${lines.join('\n')}\nET`;
  });
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return bytes(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}` +
      `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/**
 * Reads a file as the server does.
 * @param {string} worker
 * @param {{ name: string, bytes: Uint8Array }} file
 * @returns {Promise<{ ms: number, mb: number }>} the processor time and the peak memory, as the system reports them
 */
function read(worker, file) {
  return new Promise((resolve, reject) => {
    const child = fork(worker, [], {
      execArgv: ['--max-old-space-size=384'],
      serialization: 'advanced',
    });
    const used = { ms: 0, mb: 0 };
    const timer = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        used.mb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
        // Fields 14 and 15, in hundredths of a second, after the name of the program in brackets.
        const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').replace(/^.*\) /, '');
        const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
        used.ms = (user + system) * 10;
      } catch {
        // It has ended.
      }
    }, 10);
    child.on('message', (/** @type {any} */ { result }) => {
      if (!result) return;
      clearInterval(timer);
      if (result.parts.length + result.tables.length === 0) reject(new Error(result.notes.join()));
      else resolve(used);
      child.kill();
    });
    child.send(file);
  });
}

const median = (/** @type {number[]} */ numbers) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

for (const [name, build] of /** @type {const} */ ([
  ['a.xlsx', workbook],
  ['a.pdf', pdf],
  ['a.docx', document],
])) {
  const file = { name, bytes: build() };
  const workers = values.before === undefined ? [WORKER] : [WORKER, values.before];
  const runs = workers.map(() => /** @type {{ ms: number, mb: number }[]} */ ([]));
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [index, worker] of workers.entries()) runs[index]?.push(await read(worker, file));
  const [now, before] = runs.map((each) => ({
    ms: median(each.map(({ ms }) => ms)),
    mb: Math.max(...each.map(({ mb }) => mb)),
  }));
  const size = (file.bytes.length / 1024 / 1024).toFixed(1);
  const shown = (/** @type {{ ms: number, mb: number }} */ { ms, mb }) =>
    `${ms.toFixed(0).padStart(6)} ms ${mb.toFixed(0).padStart(5)} MB`;
  console.log(
    `${name.padEnd(8)}${size.padStart(6)} MB ${shown(now)}` +
      (before ? `   before ${shown(before)}   ${(now.ms / before.ms).toFixed(2)}` : ''),
  );
  if (before && now.ms > before.ms * LIMIT) process.exitCode = 1;
}
