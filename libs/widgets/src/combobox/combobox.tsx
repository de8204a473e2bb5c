import {
  Box,
  IconButton,
  IconX,
  Input,
  isComposing,
  VisuallyHidden,
  type FieldControl,
} from '@homie/ui';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { OptionList, type OptionText } from './option-list.tsx';
import { useOptions, type SearchOptions } from './use-options.ts';

/** Shown at a field with typed text for which no option is selected. */
export const UNMATCHED_TEXT = 'Choose one from the list.';

/** Props of {@link Combobox}. */
export interface ComboboxProps<Option> {
  /** From the surrounding `Field`, which names it. */
  control: FieldControl;
  /** Finds the options for the typed text; called after a pause in typing. */
  search: SearchOptions<Option>;
  describe: (option: Option) => OptionText;
  onChoose: (option: Option) => void;
  /** The selected option, if the selection stays in the box. Without it the box is emptied for the next one. */
  chosen?: string | undefined;
  /** Clears the selection. */
  onClear?: () => void;
  /** Called with typed text that is left without a selection; it stays in the box. By default it is discarded. */
  onUnmatched?: (text: string) => void;
  placeholder?: string;
  /** Shown when no option matches. */
  emptyText?: string;
  /** Minimum number of typed characters for a search; 0 offers the first options at once. */
  from?: number;
  /** The maximum length of the text that `search` accepts. */
  maxLength: number;
}

/**
 * A text box that offers matching options: arrows move through them, Enter selects, Escape closes.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { control, search, describe, chosen = '', placeholder, from = 0, onClear } = props;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const query = (typed ?? '').trim();
  const wanted = open && query.length >= from;
  const found = useOptions(search, query, wanted);
  const options = found.options?.map((option) => ({ option, ...describe(option) })) ?? [];
  const status = statusText(found, options.length, props.emptyText);
  const activeOption = wanted ? options[active] : undefined;

  function close() {
    setOpen(false);
    setActive(-1);
  }

  function choose(index: number) {
    const picked = options[index];
    if (!picked || picked.disabled !== undefined) return;
    props.onChoose(picked.option);
    setTyped(undefined);
    close();
  }

  function leave() {
    const text = typed?.trim();
    if (text && props.onUnmatched) {
      if (text !== chosen) props.onUnmatched(text);
      return;
    }
    if (text === '' && chosen !== '') onClear?.();
    if (chosen !== '' || onClear) setTyped(undefined);
  }

  function clear() {
    setTyped(undefined);
    onClear?.();
    close();
    box.current?.querySelector('input')?.focus();
  }

  function step(by: 1 | -1) {
    if (!wanted) return setOpen(true);
    if (options.length === 0) return;
    setActive((active + by + options.length + (active < 0 && by < 0 ? 1 : 0)) % options.length);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Enter' && wanted) {
      // Enter belongs to the list while it is open: it must not submit the form.
      event.preventDefault();
      choose(active);
    }
    // It submits the form, with the typed text.
    if (event.key === 'Enter' && !wanted) leave();
    if (event.key === 'Escape' && (open || (typed ?? chosen) !== chosen)) {
      // Escape first closes the list, then clears the typed text; only then it closes the dialog.
      event.preventDefault();
      event.stopPropagation();
      if (!wanted) setTyped(undefined);
      close();
    }
  }

  return (
    <Box ref={box} position="relative">
      <Input
        {...control}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native one cannot search a server
        role="combobox"
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={wanted}
        aria-controls={wanted ? listId : undefined}
        aria-activedescendant={activeOption && `${listId}-${activeOption.key}`}
        maxLength={props.maxLength}
        placeholder={placeholder}
        value={typed ?? chosen}
        paddingInlineEnd="10"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          leave();
          close();
        }}
        onKeyDown={onKeyDown}
      />
      {(typed ?? chosen) !== '' && (
        <Box position="absolute" right="0.5" top="50%" transform="translateY(-50%)">
          <IconButton
            label="Clear"
            size="sm"
            onMouseDown={(event) => event.preventDefault()}
            onClick={clear}
            icon={<IconX size={18} />}
          />
        </Box>
      )}
      <VisuallyHidden asChild>
        <output>{wanted && status}</output>
      </VisuallyHidden>
      {wanted && (
        <OptionList
          id={listId}
          box={box}
          options={options}
          active={active}
          status={status}
          onChoose={choose}
          onPoint={setActive}
        />
      )}
    </Box>
  );
}

function statusText(
  { searching, failed }: { searching: boolean; failed: boolean },
  count: number,
  emptyText = 'Nothing found',
): string {
  if (searching) return 'Searching...';
  if (failed) return 'The search failed. Try again in a moment.';
  if (count === 0) return emptyText;
  return count === 1 ? '1 option' : `${count} options`;
}
