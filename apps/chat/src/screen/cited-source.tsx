import { useSearchParams } from '@homie/composition';
import { useCallback } from 'react';
import { SOURCE_PARAMETERS } from '../platform/source-link';
import { WhenLoaded } from '../platform/when-loaded';

const loadDocument = () => import('../features/documents/document-panel');
const loadFile = () => import('../viewer/cited-file');

/** Shows the document that the address names next to the conversation, or the file of the conversation over it. */
export function CitedSource() {
  const [parameters, setParameters] = useSearchParams();
  const versionId = parameters.get('document');
  const conversationId = parameters.get('conversation');
  const file = parameters.get('file');
  const close = useCallback(
    () =>
      setParameters(
        (current) => {
          const remaining = new URLSearchParams(current);
          for (const name of SOURCE_PARAMETERS) remaining.delete(name);
          return remaining;
        },
        { replace: true },
      ),
    [setParameters],
  );
  const passage = Number(parameters.get('passage')) || 1;
  const place = parameters.get('place');
  if (file !== null && conversationId !== null)
    return (
      <WhenLoaded load={loadFile} onFailure={close}>
        {({ CitedFile }) => (
          <CitedFile
            key={`${file} ${place}`}
            {...{ conversationId, file, place }}
            onClose={close}
          />
        )}
      </WhenLoaded>
    );
  return (
    versionId !== null && (
      <WhenLoaded load={loadDocument} onFailure={close}>
        {({ DocumentPanel }) => (
          <DocumentPanel
            key={`${versionId} ${passage}`}
            {...{ versionId, passage }}
            onClose={close}
          />
        )}
      </WhenLoaded>
    )
  );
}
