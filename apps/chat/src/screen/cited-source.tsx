import { useSearchParams } from '@homie/composition';
import { useCallback } from 'react';
import { WhenLoaded } from '../platform/when-loaded';

const loadRecord = () => import('../features/conversation/record-dialog');
const loadDocument = () => import('../features/documents/document-panel');

/** Shows the source that the address names: a record over the conversation, or a document next to it. */
export function CitedSource() {
  const [parameters, setParameters] = useSearchParams();
  const recordId = parameters.get('record');
  const versionId = parameters.get('document');
  const close = useCallback(
    () =>
      setParameters(
        (current) => {
          const remaining = new URLSearchParams(current);
          for (const name of ['record', 'document', 'passage']) remaining.delete(name);
          return remaining;
        },
        { replace: true },
      ),
    [setParameters],
  );
  if (recordId !== null)
    return (
      <WhenLoaded load={loadRecord} onFailure={close}>
        {({ RecordDialog }) => <RecordDialog key={recordId} recordId={recordId} onClose={close} />}
      </WhenLoaded>
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
