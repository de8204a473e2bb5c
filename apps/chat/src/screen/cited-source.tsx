import { useSearchParams } from '@homie/composition';
import { useCallback } from 'react';
import { WhenLoaded } from '../platform/when-loaded';

const loadDocument = () => import('../features/documents/document-panel');

/** Shows the document that the address names next to the conversation. */
export function CitedSource() {
  const [parameters, setParameters] = useSearchParams();
  const versionId = parameters.get('document');
  const close = useCallback(
    () =>
      setParameters(
        (current) => {
          const remaining = new URLSearchParams(current);
          for (const name of ['document', 'passage']) remaining.delete(name);
          return remaining;
        },
        { replace: true },
      ),
    [setParameters],
  );
  const passage = Number(parameters.get('passage')) || 1;
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
