import { Button, useFormStore } from '@homie/ui';
import { lazy, Suspense, useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { modelFormSchema, type ModelValues } from '../form/model-values';
import { useTrial } from './use-trial';

const TryDialog = lazy(async () => ({ default: (await import('./try-dialog')).TryDialog }));

/** Opens the dialog that tries the assistant with the values of the form around it. Closing it keeps the conversation. */
export function TryButton({ assistantId }: { assistantId: string }) {
  const { admin } = useAdminApi();
  const form = useFormStore();
  const trial = useTrial(assistantId);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function send(question: string): Promise<boolean> {
    const values = form.get().values as ModelValues & object; // the form holds the values of its schema
    const result = await modelFormSchema(admin)['~standard'].validate(values);
    const [issue] = result.issues ?? [];
    setProblem(issue?.message);
    if (result.issues) return false;
    trial.send(question, result.value);
    return true;
  }

  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Try it
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TryDialog trial={trial} problem={problem} onSend={send} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
