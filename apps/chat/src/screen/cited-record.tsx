import { useSearchParams } from '@homie/composition';
import { useCallback } from 'react';
import { WhenLoaded } from '../platform/when-loaded';

const loadRecord = () => import('../features/conversation/record-dialog');

/** Shows the record that the address names, over the conversation whose reply cites it. */
export function CitedRecord() {
  const [parameters, setParameters] = useSearchParams();
  const recordId = parameters.get('record');
  const close = useCallback(
    () =>
      setParameters(
        (current) => {
          const remaining = new URLSearchParams(current);
          remaining.delete('record');
          return remaining;
        },
        { replace: true },
      ),
    [setParameters],
  );
  return (
    recordId !== null && (
      <WhenLoaded load={loadRecord} onFailure={close}>
        {({ RecordDialog }) => <RecordDialog key={recordId} recordId={recordId} onClose={close} />}
      </WhenLoaded>
    )
  );
}
