/**
 * Punctuation that no web address contains, though it is no space: quotation marks, an ellipsis, a dash, and that of
 * Chinese and Japanese. For a class in a regular expression.
 */
export const AFTER_ADDRESS =
  '“”‘’«»„…—\u3001\u3002\u3008-\u3011\u3014-\u301F\uFF01-\uFF0F\uFF1A-\uFF1F\uFF3B-\uFF3D\uFF5B-\uFF65';
