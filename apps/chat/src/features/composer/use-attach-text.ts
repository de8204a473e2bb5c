import { useEffect, useState } from 'react';
import { useChat, useFiles, useUploader } from '../../engine/react';

interface Pasted {
  name: string;
  text: string;
}

/** Attaches the draft as a text file. Clears the field once the file is attached, so that no text is lost. */
export function useAttachText(conversationId: string): { attaching: boolean; attach: () => void } {
  const { drafts } = useChat();
  const uploader = useUploader();
  const files = useFiles(conversationId);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const state = files.find(({ name }) => name === pasted?.name)?.state;

  useEffect(() => {
    if (pasted === null || state !== 'attached') return;
    if (drafts.read(conversationId) === pasted.text) drafts.write(conversationId, '');
  }, [pasted, state, drafts, conversationId]);

  return {
    attaching: state !== undefined && state !== 'attached' && state !== 'failed',
    attach() {
      const text = drafts.read(conversationId);
      const taken = new Set(files.map(({ name }) => name));
      let name = 'Text.txt';
      for (let count = 2; taken.has(name); count += 1) name = `Text ${count}.txt`;
      setPasted({ name, text });
      uploader.add(conversationId, [new File([text], name, { type: 'text/plain' })]);
    },
  };
}
