/** The first and the last word of a measured reply, which the probe waits for. */
export const BEGIN = 'Beginning';
export const END = 'Endmark';

const sections = [
  (n) => `## ${n}. What the day brought

The morning of day **${n}** went as planned: breakfast at seven, medication *before* nine, and a walk along the river. See [the plan](https://example.org/plan/${n}) for what was agreed, and \`visit-${n}\` in the records for the times.

`,
  (n) => `- Arrived at **${8 + (n % 3)}:00**, left at noon
- Medication taken, noted under \`M${n}\`
  - the morning dose
  - the one with lunch
- Lunch was eaten *almost* whole
- [${n % 2 ? 'x' : ' '}] Call the plumber about the tap in unit ${n}

`,
  (n) => `| When | What | Who | Note |
| --- | --- | --- | ---: |
| 9:00 | Tea and toast | Ava | ${n} |
| 10:30 | Walk to the **library** | Noah | ${n * 3} |
| 12:15 | Lunch with \`soup\` | Ava | ${n * 7} |
| 14:00 | Rest | Mia | ${n * 11} |

`,
  (
    n,
  ) => `> The tenant in unit ${n} says that the heating makes a noise at night, and that somebody should have a look at it before the weekend, when it gets cold.

1. Ring the *technician* and ask for a time this week
2. Tell the tenant, by phone and by mail
3. Write down what was found

`,
  (n) => `\`\`\`ts
/** Visits of day ${n}, the longest first. */
export function longest(visits: readonly Visit[]): Visit[] {
  const known = visits.filter(({ minutes }) => minutes > ${n});
  return known.toSorted((a, b) => b.minutes - a.minutes);
}
\`\`\`

`,
  (n) => `### Still open

Nothing else happened that has to be told, but the smoke alarm of unit ${n} asks for a new battery, and the spare key is not on its hook. Whoever comes next should look for it where the ***gardener*** left it last time; ask ~~Sam~~ Mia if in doubt. All of it is in the handbook, chapter ${n}, which everybody has read.

`,
];

/** Returns a reply of the given length with all kinds of Markdown, the same each time. */
export function mixedMarkdown(length) {
  let text = `${BEGIN} with a word on the week.\n\n`;
  for (let n = 1; text.length < length; n += 1) text += sections[n % sections.length](n);
  const end = `\n\n${END}`;
  // Not inside a fence, which would include the end.
  const cut = text.lastIndexOf('\n\n', length - end.length);
  const filler = 'and so on ';
  const rest = length - end.length - cut - 2;
  return `${text.slice(0, cut)}\n\n${filler.repeat(Math.ceil(rest / filler.length)).slice(0, rest)}${end}`;
}

/** Splits a text into `count` pieces, like tokens. */
export function inPieces(text, count) {
  const size = text.length / count;
  return Array.from({ length: count }, (_, index) =>
    text.slice(Math.round(index * size), Math.round((index + 1) * size)),
  );
}
