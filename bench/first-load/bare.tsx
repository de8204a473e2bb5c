// The bare page that `first-load.mjs` compares with: React, a Markdown renderer and a composer in one file.
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { useState, type KeyboardEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

function Markdown({ text }: { text: string }) {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return toJsxRuntime(toHast(tree), { Fragment, jsx, jsxs });
}

function Page() {
  const [messages, setMessages] = useState(['**Hello**']);
  function send(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setMessages([...messages, event.currentTarget.value]);
  }
  return (
    <>
      {messages.map((text, index) => (
        <Markdown key={index} text={text} />
      ))}
      <textarea aria-label="Message" onKeyDown={send} />
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
