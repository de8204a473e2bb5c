import { isValidElement, useEffect, type ReactNode, memo, type MouseEvent } from 'react';
import { languageLabel } from './language-label';
import { OpenCode } from './open-code';
import { prepareHighlighting, useHighlighted } from './use-highlighted';
import { IconCheck, IconCopy } from '@homie/ui';
import { useCopy } from '../platform/use-copy';

/** Copies the code of the surrounding block. */
const CopyCode = memo(function CopyCode() {
  const [copied, copy] = useCopy('Code copied.');

  function copyBlock({ currentTarget }: MouseEvent) {
    copy(currentTarget.closest('.code')?.querySelector('code')?.textContent ?? '');
  }
  return (
    <button type="button" onClick={copyBlock}>
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      <span>Copy code</span>
    </button>
  );
});

interface CodeBlockProps {
  /** The `code` element with its text and its language. */
  code: ReactNode;
  closed: boolean;
}

function read(code: ReactNode): { language: string; text: string } {
  const props = isValidElement<{ className?: string; children?: ReactNode }>(code)
    ? code.props
    : {};
  const language = /language-(\S+)/.exec(props.className ?? '')?.[1] ?? '';
  return { language, text: typeof props.children === 'string' ? props.children : '' };
}

/** A code block with its language and a copy button. Highlighted once, when it is complete. */
export function CodeBlock({ code, closed }: CodeBlockProps) {
  const { language, text } = read(code);
  const highlighted = useHighlighted(text, language, closed);
  useEffect(() => {
    if (language !== '') prepareHighlighting(language);
  }, [language]);
  const label = languageLabel(language);
  return (
    <div className="code" dir="ltr">
      <div className="code-bar">
        <span>{label}</span>
        <CopyCode />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable content must be focusable */}
      <pre tabIndex={0} role="group" aria-label={label} translate="no">
        <code>{closed ? (highlighted ?? text) : <OpenCode text={text} />}</code>
      </pre>
    </div>
  );
}
