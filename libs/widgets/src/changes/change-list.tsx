import { Box, Flex, VisuallyHidden } from '@homie/ui';
import type { ChangedField } from './describe-changes.ts';

/** Lists changed fields with their values before and after. */
export function ChangeList({ changes }: { changes: readonly ChangedField[] }) {
  return (
    <Box as="dl" fontSize="sm">
      {changes.map(({ name, before, after }) => (
        <Flex key={name} gap="2" flexWrap="wrap" overflowWrap="anywhere">
          <Box as="dt" color="fg.muted">
            {name}
          </Box>
          <Box as="dd" minWidth="0">
            {before !== undefined && (
              <Box as="del" color="fg.muted">
                <VisuallyHidden>before: </VisuallyHidden>
                <span translate="no">{before}</span>
              </Box>
            )}
            {before !== undefined && after !== undefined && <span aria-hidden> → </span>}
            {before === undefined && after === undefined && <span>changed</span>}
            {after !== undefined && (
              <Box as="ins" textDecoration="none">
                <VisuallyHidden>after: </VisuallyHidden>
                <span translate="no">{after}</span>
              </Box>
            )}
          </Box>
        </Flex>
      ))}
    </Box>
  );
}
