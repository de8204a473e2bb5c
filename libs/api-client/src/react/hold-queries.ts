import { QueryObserver, type QueryClient } from '@tanstack/react-query';

/** Retains the data of all queries on the screen while it is hidden, without refetching. Returns a function that stops. */
export function holdQueries(client: QueryClient): () => void {
  const stops = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ queryKey, options }) =>
      new QueryObserver(client, { ...options, queryKey, enabled: false }).subscribe(() => {}),
    );
  return () => stops.forEach((stop) => stop());
}
