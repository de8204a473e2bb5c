import type { Schema } from 'hast-util-sanitize';
import { defaultSchema } from 'hast-util-sanitize';

/**
 * The elements and attributes that a reply may contain. Nothing that loads from elsewhere (no images), no form controls
 * except the checkbox of a task, and links only to the web, to mail and to the reply's own notes.
 */
export const sanitizeSchema: Schema = {
  ...defaultSchema,
  tagNames:
    'p br hr strong em del sup code pre blockquote a ul ol li h2 h3 h4 h5 h6 input table thead tbody tr th td'.split(
      ' ',
    ),
  attributes: {
    a: ['href', 'title'],
    code: [['className', /^language-./]],
    input: [
      ['type', 'checkbox'],
      ['disabled', true],
      ['checked', true],
    ],
    li: ['value', ['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    ul: [['className', 'contains-task-list']],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  required: { input: { type: 'checkbox', disabled: true } },
  strip: ['script', 'style'],
};
