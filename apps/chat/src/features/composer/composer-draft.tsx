import type { ComponentProps } from 'react';
import { useDraft } from '../../turns/use-draft';
import { ComposerField } from './composer-field';
import { LengthNote } from './length-note';

type ComposerDraftProps = Omit<ComponentProps<typeof ComposerField>, 'text' | 'onText'> & {
  conversationId: string;
};

/** What is typed in a conversation, and how much room is left for it. */
export function ComposerDraft({ conversationId, ...field }: ComposerDraftProps) {
  const [text, setText] = useDraft(conversationId);
  return (
    <>
      <ComposerField {...field} text={text} onText={setText} />
      <LengthNote length={text.length} />
    </>
  );
}
