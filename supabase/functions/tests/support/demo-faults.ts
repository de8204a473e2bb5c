/** Returns the faults of a reply of the demo, e.g. that it does not cite the source. */
export function demoFaults(text: string, question: string, source: string): string[] {
  const quoted = text
    .split('\n')
    .filter((line) => line.startsWith('> ') && !line.startsWith('> —'));
  return [
    ...(text.includes(source) ? [] : [`does not cite ${source}: ${text}`]),
    ...(text.includes('I found nothing') ? ['found nothing'] : []),
    ...(/demo/i.test(text) ? ['says that it is a demo'] : []),
    ...(/— \*(?:assistants|participants|conversations|messages)\b/.test(text)
      ? ['names a table as its source']
      : []),
    ...(quoted.join('\n').includes(question) ? ['quotes the question'] : []),
  ];
}
