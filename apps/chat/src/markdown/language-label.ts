const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: 'Shell',
    sh: 'Shell',
    shell: 'Shell',
    zsh: 'Shell',
    console: 'Shell',
    css: 'CSS',
    csv: 'CSV',
    diff: 'Diff',
    html: 'HTML',
    java: 'Java',
    js: 'JavaScript',
    javascript: 'JavaScript',
    json: 'JSON',
    jsx: 'JSX',
    md: 'Markdown',
    markdown: 'Markdown',
    mermaid: 'Mermaid',
    plaintext: 'Text',
    py: 'Python',
    python: 'Python',
    sql: 'SQL',
    svg: 'SVG',
    text: 'Text',
    ts: 'TypeScript',
    tsx: 'TSX',
    txt: 'Text',
    typescript: 'TypeScript',
    xml: 'XML',
    yaml: 'YAML',
    yml: 'YAML',
  }),
);

/** Returns the display name of a code block's language; the name from the reply if it is unknown. */
export function languageLabel(language: string): string {
  if (language === '') return 'Code';
  return LABELS.get(language.toLowerCase()) ?? language.slice(0, 24);
}
