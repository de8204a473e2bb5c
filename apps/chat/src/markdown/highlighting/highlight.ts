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
/** Its grammar looks for the end of a link from each bracket on, so that longer text could hold up the page. */
const LONGEST_MARKDOWN = 1000;

/**
 * The code with its words named by what they are (`hljs-keyword` …); null in a language that we do not know, and for what
 * stays plain.
 */
export function highlight(text: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return null;
  if (MARKDOWN.has(language.toLowerCase()) && text.length > LONGEST_MARKDOWN) return null;
  try {
    return toJsxRuntime(lowlight.highlight(language, text), { Fragment, jsx, jsxs });
  } catch {
    // What is nested too deep for the grammar is code all the same.
    return null;
  }
}
