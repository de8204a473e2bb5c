import { Box, Button, ErrorState } from '@homie/ui';
import { useEffect, useState } from 'react';
import { describeFailure } from './describe-failure';
import { hasOverride, resetOverrides } from './override-key';
import type { RemoteError } from './remote-error';
import { useRemotes } from './remotes-context';

interface RemotePanelProps {
  name: string;
  error: RemoteError;
  /** It was tried again and failed again. */
  again: boolean;
  onRetry: () => void;
}

/** In place of a remote that is not there. */
export function RemotePanel({ name, error, again, onRetry }: RemotePanelProps) {
  const { title, description } = describeFailure(name, error.reason);
  const remotes = useRemotes();
  const [found, setFound] = useState('');
  useEffect(() => {
    void remotes.finding(name)?.then(({ text }) => setFound(text));
  }, [remotes, name, error]);
  return (
    <Box paddingBlock={{ base: '8', md: '16' }}>
      <ErrorState
        headingAs="h1"
        title={title}
        description={description}
        detail={`${found} ${error.message}`}
        onRetry={onRetry}
        actions={
          <>
            {hasOverride(name) && (
              <Button variant="outline" onClick={resetOverrides}>
                Reset override
              </Button>
            )}
            {/* A page may be too old to learn the hashes of what was released since. */}
            {(again || error.reason === 'unverified') && (
              <Button variant="ghost" onClick={() => window.location.reload()}>
                Reload the page
              </Button>
            )}
          </>
        }
      />
    </Box>
  );
}
