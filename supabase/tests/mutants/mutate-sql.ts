/** One edit of SQL: its title and the edited text. */
export interface Edit {
  title: string;
  sql: string;
}

/**
 * Splits the condition of a policy, as `pg_policies` prints it, at the `AND`s of its outermost level.
 * @returns one condition if there is nothing to split
 */
export function splitConjunction(condition: string): string[] {
  const inner = withoutOuterParentheses(condition.trim());
  const parts: string[] = [];
  let start = 0;
  for (const { index, depth } of depths(inner)) {
    if (depth !== 0 || !inner.startsWith(' AND ', index)) continue;
    parts.push(inner.slice(start, index));
    start = index + ' AND '.length;
  }
  return [...parts, inner.slice(start)];
}

/** Returns the condition once for each of its conjuncts, with that one replaced by `true`. */
export function dropConjuncts(condition: string): Edit[] {
  const parts = splitConjunction(condition);
  return parts
    .map((part, index) => ({
      title: part,
      sql: parts.map((other, at) => (at === index ? 'true' : other)).join(' AND '),
    }))
    .filter(({ title }) => title !== 'true');
}

const CALLER = String.raw`(?:\(select auth\.uid\(\)\)|auth\.uid\(\)|[a-z_]+\.user_id|caller_id|feed_user_id|\$3)`;

/** Patterns of the checks in our functions, each with its replacement. */
const CHECKS: { pattern: RegExp; replacement: string }[] = [
  // perform private.require_admin();
  { pattern: /perform private\.require_\w+\([^;]*\);/g, replacement: 'null;' },
  // if … then raise exception …
  {
    pattern: /\bif\b(?:(?!\b(?:then|if)\b)[\s\S])*\bthen(?=\s+raise exception)/g,
    replacement: 'if false then',
  },
  // if not found … then return …
  {
    pattern:
      /\bif\b(?=(?:(?!\bthen\b)[\s\S])*(?:not found|can_use_assistant|is_admin))(?:(?!\b(?:then|if)\b)[\s\S])*\bthen(?=\s+return)/g,
    replacement: 'if false then',
  },
  // if … then perform private.record_audit('denied', …
  {
    pattern:
      /\bif\b(?:(?!\b(?:then|if)\b)[\s\S])*\bthen(?=\s+perform private\.record_audit\(\s*'denied')/g,
    replacement: 'if false then',
  },
  // and user_id = auth.uid()
  {
    pattern: new RegExp(String.raw`(?<=\b(?:where|and)\s+)[\w.]*\buser_id = ${CALLER}`, 'g'),
    replacement: 'true',
  },
  {
    pattern: /(?<=\b(?:where|and)\s+)[\w.]*\bid = (?:\(select auth\.uid\(\)\)|auth\.uid\(\))/g,
    replacement: 'true',
  },
  // and private.can_use_assistant(…)
  {
    pattern: /(?<=\band )(?:not )?private\.can_use_assistant\([^()]*\)/g,
    replacement: 'true',
  },
  {
    pattern:
      /(?<=\b(?:where|and)\s+)[\w.]*assistant_id (?:in \(select private\.usable_assistant_ids\(\)\)|= any \((?:usable_ids|\$4)\))/g,
    replacement: 'true',
  },
  // where roles.name = 'admin'
  { pattern: /(?<=\b(?:where|and)\s+)[\w.]*name = 'admin'/g, replacement: 'true' },
];

/** Body of a trigger function that only refuses. */
const REFUSAL = /(?<=\bbegin\s+)raise exception [^;]*;/g;

/** Returns the definition of a function once for each of its checks, without that check. */
export function dropChecks(definition: string): Edit[] {
  const refusal = /^\s*returns trigger$/im.test(definition)
    ? [{ pattern: REFUSAL, replacement: 'return coalesce(new, old);' }]
    : [];
  return [...CHECKS, ...refusal].flatMap(({ pattern, replacement }) =>
    [...definition.matchAll(pattern)].map((match) => ({
      title: match[0].replace(/\s+/g, ' '),
      sql:
        definition.slice(0, match.index) +
        replacement +
        definition.slice(match.index + match[0].length),
    })),
  );
}

function withoutOuterParentheses(text: string): string {
  if (!text.startsWith('(')) return text;
  const close = depths(text).find(({ index, depth }) => index > 0 && depth === 0);
  // A subquery needs its parentheses.
  if (close?.index !== text.length || /^\(\s*select\b/i.test(text)) return text;
  return withoutOuterParentheses(text.slice(1, -1));
}

/** Returns the number of open parentheses before each character outside strings, and at the end. */
function depths(text: string): { index: number; depth: number }[] {
  const found: { index: number; depth: number }[] = [];
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (!quoted) found.push({ index, depth });
    if (character === "'") quoted = !quoted;
    if (quoted) continue;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
  return [...found, { index: text.length, depth }];
}
