import { expect, test } from 'vitest';
import {
  exportAsJson,
  exportAsMarkdown,
  type ShownConversation,
  type WholeConversation,
} from './conversation-export.ts';

const file = {
  name: 'lease_*.pdf',
  size: 10,
  mime: 'application/pdf',
  sha256: 'a'.repeat(64),
  supabasePath: 'attachments/c/1',
  openaiFileId: null,
};

function message(
  id: string,
  role: 'user' | 'assistant',
  content: string,
): ShownConversation['path'][number] {
  return {
    id,
    parent_id: null,
    alternatives: [],
    role,
    content,
    files: [],
    created_at: '2026-11-20T23:59:00.123456+00:00',
    openai_message_id: null,
  };
}

function shown(path: ShownConversation['path'], title = 'Lease of [Ava]'): WholeConversation {
  return {
    conversation: {
      id: 'c1',
      title,
      assistant_id: 'a1',
      created_at: '2026-11-20T10:00:00+10:00',
      updated_at: '2026-11-21T00:00:00+00:00',
      assistants: { kind: 'participant', label: 'House Rules', participant_name: 'Ava' },
    },
    path,
    writer: 'Grace Tran',
    messages: [],
    unfinished: [],
    // The next day in Melbourne.
    exportedAt: new Date('2026-11-20T20:00:00Z'),
    timeZone: 'Australia/Melbourne',
  };
}

test('OUT-28 links to places in the product are their text in Markdown, and other links stay', () => {
  const { text } = exportAsMarkdown(
    shown([
      message(
        '1',
        'assistant',
        '> Ring once.\n> — *[Maya’s care plan, under \\[Visits\\]](/app?document=0f&passage=2)* and [more](https://example.org/app?a=1)',
      ),
    ]),
  );
  expect(text).toContain(
    '— *Maya’s care plan, under \\[Visits\\]* and [more](https://example.org/app?a=1)',
  );
  expect(text).not.toContain('/app?document');
});

test('Markdown contains the title, assistant, times, authors, messages and file names', () => {
  const path = [
    { ...message('1', 'user', 'How much is\nthe **rent**?'), files: [file] },
    message('2', 'assistant', '420 dollars.'),
  ];
  expect(exportAsMarkdown(shown(path))).toEqual({
    filename: 'Lease-of-Ava-2026-11-21.md',
    mime: 'text/markdown',
    text: `# Lease of \\[Ava\\]

- Assistant: House Rules (for Ava)
- Started: Friday, 20 November 2026 at 11:00 am
- Exported: Saturday, 21 November 2026 at 7:00 am

## Grace Tran, Saturday, 21 November 2026 at 10:59 am

How much is
the **rent**?

Files: lease\\_\\*.pdf

## House Rules, Saturday, 21 November 2026 at 10:59 am

420 dollars.
`,
  });
});

test('Markdown escapes the sources and notes of a reply', () => {
  const reply = {
    ...message('1', 'assistant', 'Yes.'),
    citations: [{ url: 'https://example.org/(a)', title: 'A [b](c)' }],
    notes: ['Only the first *page* was read.'],
  };
  expect(exportAsMarkdown(shown([reply])).text).toMatch(
    /Yes\.\n\nSources:\n\n- \[A \\\[b\\\]\(c\)\]\(<https:\/\/example\.org\/\(a\)>\)\n\nNotes:\n\n- Only the first \\\*page\\\* was read\.\n$/,
  );
});

test('Markdown marks a reply that was stopped or is incomplete, and includes its text', () => {
  const turn = {
    id: 't',
    status: 'interrupted' as const,
    text: 'Half a',
    error_message: 'x',
    last_seq: 3,
    replies: [],
  };
  const { text } = exportAsMarkdown(
    shown([
      { ...message('1', 'user', 'One'), turn },
      { ...message('2', 'user', 'Two'), turn: { ...turn, status: 'stopped' } },
      message('3', 'assistant', 'Half b'),
    ]),
  );
  expect(text).toContain(
    '\n\nOne\n\n## House Rules, not complete: interrupted\n\nHalf a\n\n## Grace Tran,',
  );
  expect(text).toContain('\n\nHalf b\n\n*Stopped here.*\n');
  expect(text.match(/Stopped here/g)).toHaveLength(1);
  expect(text).not.toContain('not complete: stopped');
  const last = { ...message('1', 'user', 'One'), turn };
  expect(exportAsMarkdown(shown([last])).text).toMatch(/not complete: interrupted\n\nHalf a\n$/);
});

test('Markdown lists several files, and an assistant without a participant', () => {
  const record = shown([
    { ...message('1', 'user', 'See'), files: [file, { ...file, name: 'b.txt' }] },
  ]);
  const { text } = exportAsMarkdown({
    ...record,
    conversation: {
      ...record.conversation,
      title: '  Two\n\n lines ',
      assistants: { kind: 'org', label: 'Rules', participant_name: null },
    },
  });
  expect(text).toContain('# Two lines\n\n- Assistant: Rules\n');
  expect(text).toContain('\n\nFiles: lease\\_\\*.pdf, b.txt\n');
});

test('JSON contains the conversation with its assistant and every message, and marks those shown', () => {
  const path = [message('1', 'user', 'One'), message('2', 'assistant', 'Two')];
  const { alternatives: _, ...other } = message('3', 'assistant', 'Another branch');
  const unfinished = {
    id: 't',
    message_id: '1',
    reply_id: null,
    status: 'stopped',
    text: 'Half',
    error_message: null,
    created_at: '2026-11-20T10:00:00+10:00',
  };
  const exported = exportAsJson({ ...shown(path), messages: [other], unfinished: [unfinished] });
  expect(exported.mime).toBe('application/json');
  expect(exported.text).toMatch(/^\{\n {2}"format"[^]*\}\n$/);
  expect(JSON.parse(exported.text)).toEqual({
    format: 'second-homie-conversation',
    version: 1,
    exported_at: '2026-11-20T20:00:00.000Z',
    conversation: {
      id: 'c1',
      title: 'Lease of [Ava]',
      created_at: '2026-11-20T10:00:00+10:00',
      updated_at: '2026-11-21T00:00:00+00:00',
      assistant: {
        id: 'a1',
        kind: 'participant',
        label: 'House Rules',
        participant_name: 'Ava',
      },
    },
    shown_message_ids: ['1', '2'],
    messages: [other],
    unfinished_replies: [unfinished],
  });
});

test('the name of the file is plain ASCII for any title', () => {
  const names: [title: string, name: string][] = [
    ['Zoë’s  café / menu: 50%', 'Zoe-s-cafe-menu-50'],
    ['../../etc/passwd', 'etc-passwd'],
    ['語', 'conversation'],
    ['con', 'con'],
    ['x'.repeat(120), 'x'.repeat(60)],
  ];
  for (const [title, name] of names) {
    expect(exportAsMarkdown(shown([], title)).filename).toBe(`${name}-2026-11-21.md`);
    expect(exportAsJson(shown([], title)).filename).toBe(`${name}-2026-11-21.json`);
  }
});
