import { useProvidedLibraries } from '@homie/composition';
import { Badge, Box, Code, Flex, IconAlert, IconCheck, VisuallyHidden } from '@homie/ui';
import { listLibraries } from '../model/libraries';

/** The shared libraries that a part requires, and those that this page provides. Collapsed while all are compatible. */
export function Libraries({ requires }: { requires: Readonly<Record<string, string>> }) {
  const libraries = listLibraries(requires, useProvidedLibraries());
  const misfits = libraries.filter(({ fits }) => !fits).length;
  if (libraries.length === 0) return null;
  return (
    <Box asChild mt="6" paddingTop="4" borderTopWidth="1px" borderColor="border.subtle">
      <details open={misfits > 0}>
        <Box
          as="summary"
          cursor="pointer"
          minHeight="6"
          css={{ '@media (pointer: coarse)': { paddingBlock: '2.5' } }}
        >
          <span>Shared libraries </span>
          {misfits > 0 ? (
            <Badge tone="danger">{`${misfits} incompatible`}</Badge>
          ) : (
            <Badge tone="success">Compatible</Badge>
          )}
        </Box>
        <Box asChild width="full" maxWidth="sheet" mt="3" fontSize="sm">
          <table>
            <thead>
              <tr>
                {['Library', 'Required', 'Provided'].map((header) => (
                  <Box as="th" key={header} textAlign="start" fontWeight="medium" color="fg.muted">
                    {header}
                  </Box>
                ))}
              </tr>
            </thead>
            <tbody>
              {libraries.map(({ library, wanted, given, fits }) => (
                <tr key={library}>
                  <td>
                    <Code>{library}</Code>
                  </td>
                  <td>
                    <Code>{wanted}</Code>
                  </td>
                  <td>
                    <Flex as="span" alignItems="center" gap="1.5" minHeight="7">
                      <Code>{given ?? 'none'}</Code>
                      {fits ? <IconCheck size={16} /> : <IconAlert size={16} />}
                      <VisuallyHidden>{fits ? 'compatible' : 'incompatible'}</VisuallyHidden>
                    </Flex>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      </details>
    </Box>
  );
}
