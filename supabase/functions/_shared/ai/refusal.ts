/** Codes and wordings with which providers report that a filter stopped the message or the reply. */
const FILTERED =
  /content[_ -]?(policy|filter|management)|responsible_?ai|safety (system|filter)|moderation|data_inspection_failed|inappropriate content|(was|been) (flagged|filtered)|prohibited_content/i;

/** Codes and wordings with which providers report that the input is longer than the model can read. */
const TOO_LONG = new RegExp(
  [
    'context[_ -]?(length|size|window)',
    'max(imum)?[_ ](context|model[_ ]len|prompt|input|sequence)',
    'string_above_max_length|exceed_context',
    '(prompt|input|request|messages?|conversation)( is| are)? too (long|large)',
    'too many (input |prompt )?tokens',
    '(input|prompt)( token)? (count|length|tokens)\\b.{0,60}exceed',
    'tokens?\\b.{0,80}(exceed|too large|maximum)',
    'exceed.{0,80}(tokens|context)',
    'reduce (the |your )?(length|prompt|input|number of (input )?tokens)',
    'token limit',
  ].join('|'),
  'i',
);

/** Reason for which a provider refuses a message, according to its code or its wording. */
export function refusalKind(
  code: unknown,
  message: string,
): 'content_filter' | 'conversation_too_long' | undefined {
  for (const text of [typeof code === 'string' ? code : '', message]) {
    if (TOO_LONG.test(text)) return 'conversation_too_long';
    if (FILTERED.test(text)) return 'content_filter';
  }
  return undefined;
}

/** Limit of the model in tokens, and the tokens of the refused request, if a message names both. */
export function tokensIn(message: string): { limit: number; used: number } | undefined {
  const numbers = [...message.matchAll(/\d[\d,]{2,10}/g)].map(({ 0: text, index }) => ({
    value: Number(text.replaceAll(',', '')),
    // `200001 tokens > 200000 maximum` names the limit after the number, the others before it.
    isLimit:
      /(max|limit|allowed|n_ctx|context|available)[^\d.]{0,50}$/i.test(message.slice(0, index)) ||
      /^( tokens?)? (max|limit|context)/i.test(message.slice(index + text.length)),
  }));
  const limit = numbers.find(({ isLimit }) => isLimit)?.value;
  const used = Math.max(...numbers.map(({ value }) => value));
  return limit !== undefined && used > limit ? { limit, used } : undefined;
}
