import { useEffect, useEffectEvent, useState } from 'react';

/** How long typing must rest before it is searched for, in milliseconds. */
const REST = 300;

/**
 * What is typed into a filter: shown at once, told when it rests.
 * @param value what the address says
 * @param onType told what is typed, without blanks around it
 * @returns the text in the box, and how to change it
 */
export function useTypedText(
  value: string,
  onType: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [draft, setDraft] = useState({ text: value, of: value });
  // Another address, e.g. by going back or clearing, is what stands in the box then.
  if (draft.of !== value)
    setDraft({ text: draft.text.trim() === value ? draft.text : value, of: value });
  const tell = useEffectEvent((text: string) => {
    if (text.trim() !== value) onType(text.trim());
  });

  useEffect(() => {
    const timer = setTimeout(() => tell(draft.text), REST);
    return () => clearTimeout(timer);
  }, [draft.text]);

  function type(text: string) {
    setDraft({ text, of: value });
    // Emptying it is a decision, not typing.
    if (text === '') onType('');
  }
  return [draft.text, type];
}
