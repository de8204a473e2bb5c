import { useEffect, useEffectEvent, useState } from 'react';

/** The debounce of typing before a search, in milliseconds. */
const REST = 300;

/** Finds the options for a text; aborted when they are no longer needed. */
export type SearchOptions<Option> = (
  query: string,
  signal: AbortSignal,
) => Promise<readonly Option[]>;

/** The latest options: those of the previous text until the search has finished. */
export interface FoundOptions<Option> {
  options: readonly Option[] | undefined;
  searching: boolean;
  failed: boolean;
}

interface Answer<Option> {
  query: string;
  options: readonly Option[];
  failed: boolean;
}

/**
 * Returns the options for the typed text, debounced by 300 ms; the first ones at once.
 * @param wanted true while the options are shown
 */
export function useOptions<Option>(
  search: SearchOptions<Option>,
  query: string,
  wanted: boolean,
): FoundOptions<Option> {
  const [answer, setAnswer] = useState<Answer<Option>>();
  const runSearch = useEffectEvent(search);

  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        runSearch(query, abort.signal).then(
          (options) => {
            if (!abort.signal.aborted) setAnswer({ query, options, failed: false });
          },
          () => {
            if (!abort.signal.aborted) setAnswer({ query, options: [], failed: true });
          },
        );
      },
      query === '' ? 0 : REST,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, wanted]);

  // The results are not cached for the next time: they may have changed.
  useEffect(() => (wanted ? () => setAnswer(undefined) : undefined), [wanted]);

  return {
    options: answer?.options,
    failed: answer?.failed ?? false,
    searching: answer?.query !== query,
  };
}
