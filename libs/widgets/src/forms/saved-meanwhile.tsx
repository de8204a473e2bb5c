import { useFormStore } from '@homie/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { differences, isChanged, type Wording } from './differences.ts';

interface SavedMeanwhileProps {
  defaultValues: object;
  /** The values that another user saved, while the user has to choose. */
  theirs: object | undefined;
  wording: Wording;
  onDecided: () => void;
  onDirty: (isDirty: boolean) => void;
}

/**
 * Tracks the saved values: reports whether the form differs from them, and shows a choice if another user saved first.
 */
export function SavedMeanwhile(props: SavedMeanwhileProps) {
  const { theirs, wording, onDecided } = props;
  const store = useFormStore();
  const place = useRef<HTMLSpanElement>(null);
  const [saved, setSaved] = useState(props.defaultValues);
  const changed = useEffectEvent(() => props.onDirty(isChanged(saved, store.get().values)));
  useEffect(() => store.subscribe(changed), [store]);

  function take(values: object) {
    setSaved(values);
    for (const [name, value] of Object.entries(values)) store.setValue(name, value);
    props.onDirty(false);
    onDecided();
  }

  function keep() {
    onDecided();
    place.current?.closest('form')?.requestSubmit();
  }

  return (
    <>
      <span ref={place} hidden />
      {theirs && (
        <ChangedMeanwhile
          differences={differences(store.get().values, theirs, wording)}
          onKeepMine={keep}
          onTakeTheirs={() => take(theirs)}
        />
      )}
    </>
  );
}
