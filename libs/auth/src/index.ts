import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { AuthClient } from '@supabase/auth-js';
export function createAuth(url: string) { return new AuthClient({ url }); }
export const store = createStore<{ n: number }>()(() => ({ n: 0 }));
export function useN() { return useStore(store, (s) => s.n); }
