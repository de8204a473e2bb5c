import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight({
  bash,
  css,
  javascript,
  json,
  markdown,
  python,
  sql,
  typescript,
  xml,
  yaml,
});

const MARKDOWN = new Set(['markdown', 'md', 'mkd', 'mkdown']);
/** Its grammar searches for the end of a link from each bracket on, so that longer text could block the page. */
const LONGEST_MARKDOWN = 1000;

/**
 * Highlights code: wraps its tokens in elements with classes (`hljs-keyword` …). Returns null for an unknown language,
 * and for code that stays plain.
 */
export function highlight(text: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return null;
  if (MARKDOWN.has(language.toLowerCase()) && text.length > LONGEST_MARKDOWN) return null;
  try {
    return toJsxRuntime(lowlight.highlight(language, text), { Fragment, jsx, jsxs });
  } catch {
    // Code that is nested too deep for the grammar stays plain.
    return null;
  }
}
