// The part of `local-search.mjs` that runs in a page.
import { createQueryClient } from '../../libs/api-client/src/react/query-client';
import { searchLocally } from '../../libs/api-client/src/endpoints/conversations/local-search';
import { mixedMarkdown } from '../support/mixed-markdown.mjs';

const UNIT_LENGTHS = [120, 400, 900, 2000];

/** Caches conversations, as the page does, each with `count` messages, every second one a reply. */
function fill(conversations, count) {
  const client = createQueryClient();
  for (let number = 0; number < conversations; number += 1) {
    const id = `conversation-${number}`;
    const rows = Array.from({ length: count }, (_, index) => ({
      id: `${id}-${index}`,
      role: index % 2 ? 'assistant' : 'user',
      content:
        index % 2
          ? mixedMarkdown(UNIT_LENGTHS[(index >> 1) % UNIT_LENGTHS.length])
          : `Question ${index} of ${number}: what then?`,
      created_at: new Date().toISOString(),
    }));
    const updatedAt = new Date(number * 1000).toISOString();
    client.setQueryData(['conversations', 'detail', id], {
      id,
      title: `Talk ${number}`,
      updated_at: updatedAt,
    });
    client.setQueryData(['messages', id], { rows, hasEarlier: false });
  }
  return client;
}

/** Returns how long searches for a text take, in milliseconds, and how many conversations they find. */
globalThis.benchSearch = ({ conversations, messages, q, rounds }) => {
  const client = fill(conversations, messages);
  let found = 0;
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    found = searchLocally(client, q).length;
    return performance.now() - start;
  });
  return { times, found };
};
