interface HtmlRules {
  createHTML: (text: string) => string;
}

const NAMED = /^&[A-Za-z][\dA-Za-z]*;$/;
const rules: HtmlRules = { createHTML: (text) => (NAMED.test(text) ? text : '') };
/** Typed as strings, like the browser's setters: TypeScript's DOM library has no Trusted Types yet. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: HtmlRules) => HtmlRules };
};
const policy = trustedTypes?.createPolicy('character-references', rules) ?? rules;
const element = document.createElement('i');

/**
 * Decodes a named character reference like the browser's parser. Replaces the package's version for browsers, which
 * Trusted Types would block.
 * @param value the name without `&` and `;`
 * @returns its characters; false if no reference has that name
 * @example decodeNamedCharacterReference('amp'); // '&'
 * @source https://github.com/wooorm/decode-named-character-reference
 */
export function decodeNamedCharacterReference(value: string): string | false {
  const reference = `&${value};`;
  element.innerHTML = policy.createHTML(reference);
  const decoded = element.textContent;
  // A parser decodes the `&not` of `&notit;` and does not change the other characters.
  if (decoded === '' || decoded === reference || (decoded.endsWith(';') && value !== 'semi'))
    return false;
  return decoded;
}
