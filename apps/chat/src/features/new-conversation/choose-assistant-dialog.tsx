import type { Assistant } from '@homie/contracts';
import { Button, Dialog } from '@homie/ui';
import { useId, useState, type FormEvent } from 'react';
import { AssistantPicker } from './assistant-picker';

interface ChooseAssistantDialogProps {
  chosen: Assistant;
  onChoose: (assistant: Assistant) => void;
  onClose: () => void;
}

/** Chooses one of all assistants, with a search. */
export function ChooseAssistantDialog({ chosen, onChoose, onClose }: ChooseAssistantDialogProps) {
  const [picked, setPicked] = useState(chosen);
  const formId = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    onChoose(picked);
    onClose();
  }
  return (
    <Dialog
      open
      title="Choose an assistant"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Choose
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <AssistantPicker chosenId={picked.id} error={undefined} onChoose={setPicked} />
      </form>
    </Dialog>
  );
}
