import { useEffect, useEffectEvent, useState } from 'react';

/** The debounce of typing before a search, in milliseconds. */
const REST = 300;

/**
 * Debounces the text of a filter: it is shown at once, and reported after a pause in typing.
 * @param value the value in the address
 * @param onType called with the typed text, without blanks around it
 * @returns the text in the box, and a function to change it
 */
export function useTypedText(
  value: string,
  onType: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [draft, setDraft] = useState({ text: value, of: value });
  // A changed address, e.g. by going back or clearing, replaces the text in the box.
  if (draft.of !== value)
    setDraft({ text: draft.text.trim() === value ? draft.text : value, of: value });
  const commit = useEffectEvent((text: string) => {
    if (text.trim() !== value) onType(text.trim());
  });

  useEffect(() => {
    const timer = setTimeout(() => commit(draft.text), REST);
    return () => clearTimeout(timer);
  }, [draft.text]);

  function type(text: string) {
    setDraft({ text, of: value });
    // Emptying it is a decision, not typing.
    if (text === '') onType('');
  }
  return [draft.text, type];
}
