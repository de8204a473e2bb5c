import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { loadRemote, registerRemotes } from '@module-federation/runtime';
import { BrowserRouter, Route, Routes, Link } from '@homie/composition';
import { ChakraProvider, system, Heading, Text } from '@homie/ui';
import { QueryClient, QueryClientProvider } from '@homie/api-client';
import { useN } from '@homie/auth';
import { titleSchema } from '@homie/contracts';
const remote = (name: string) => lazy(async () => {
  const m = await (await fetch('/remotes.json')).json() as Record<string, string>;
  registerRemotes([{ name, entry: m[name]!, type: 'module' }]);
  return (await loadRemote<{ default: () => React.ReactNode }>(`${name}/routes`))!;
});
const Chat = remote('chat'), Admin = remote('admin');
function Landing() { const n = useN(); return <div><Heading>Hi</Heading><Text>n {n} {String(titleSchema.safeParse({}).success)}</Text><Link to="/app">app</Link></div>; }
createRoot(document.getElementById('root')!).render(
  <ChakraProvider value={system}><QueryClientProvider client={new QueryClient()}><BrowserRouter><Suspense fallback="…"><Routes>
    <Route path="/" element={<Landing />} /><Route path="/app/*" element={<><Chat /><Admin /></>} />
  </Routes></Suspense></BrowserRouter></QueryClientProvider></ChakraProvider>);
