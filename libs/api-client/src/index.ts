import { PostgrestClient } from '@supabase/postgrest-js';
export { QueryClient, QueryClientProvider, useQuery, useMutation, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
export function createRest(url: string) { return new PostgrestClient(url); }
