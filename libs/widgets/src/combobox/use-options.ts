import { useEffect, useEffectEvent, useState } from 'react';

/** How long typing must rest before it is searched for, in milliseconds. */
const REST = 300;

/** Finds the options for a text; aborted when it is no longer asked. */
export type SearchOptions<Option> = (
  query: string,
  signal: AbortSignal,
) => Promise<readonly Option[]>;

/** The latest options: those of the text before while its own are being searched for. */
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
 * The options for what is typed, asked once the typing rests for 300 ms; the first ones at once.
 * @param wanted whether anybody looks at them
 */
export function useOptions<Option>(
  search: SearchOptions<Option>,
  query: string,
  wanted: boolean,
): FoundOptions<Option> {
  const [answer, setAnswer] = useState<Answer<Option>>();
  const ask = useEffectEvent(search);

  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        ask(query, abort.signal).then(
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

  // What was found is not kept for the next time: it may have changed.
  useEffect(() => (wanted ? () => setAnswer(undefined) : undefined), [wanted]);

  return {
    options: answer?.options,
    failed: answer?.failed ?? false,
    searching: answer?.query !== query,
  };
}
