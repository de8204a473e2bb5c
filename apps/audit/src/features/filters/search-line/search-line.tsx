import { Box, Button, IconSearch, Input, isComposing, VisuallyHidden } from '@homie/ui';
import { OptionList } from '@homie/widgets/combobox';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { AuditControl } from '../../../state/use-audit-state';
import { LineProblems } from './line-problems';
import { MarkedText } from './marked-text';
import { insertProposal } from './model/suggest';
import { useNames } from './use-names';
import { useProposals, type Offer } from './use-proposals';
import { useSearchLine, type LineProblem } from './use-search-line';

/**
 * Renders the search as a line over the same state as the panel: typing shows proposals, Enter searches, Escape undoes.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function SearchLine({ control }: { control: AuditControl }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const names = useNames(control.state);
  const line = useSearchLine(control, names);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const moveTo = useRef<number>(undefined);
  const { at, offers, isShown, searching, failed, emptyText } = useProposals(
    { line: line.text, caret, wanted: isOpen, zone: control.state.zone },
    { lookUp: names.lookUp, learn: line.note },
  );
  const activeOffer = isShown ? offers[active] : undefined;

  useLayoutEffect(() => {
    const position = moveTo.current;
    moveTo.current = undefined;
    if (position !== undefined) input.current?.setSelectionRange(position, position);
  });

  function close() {
    setOpen(false);
    setActive(-1);
  }

  function acceptProposal(offer: Offer | undefined) {
    if (!offer) return;
    offer.onAccept?.();
    const next = insertProposal(line.text, at, offer);
    line.type(next.line);
    setCaret(next.caret);
    moveTo.current = next.caret;
    setActive(-1);
    // After a field the list stays open with its values; after a value it closes.
    setOpen(!offer.isWhole);
  }

  function show(problem: LineProblem | undefined) {
    if (!problem) return;
    input.current?.focus();
    input.current?.setSelectionRange(problem.start, problem.end);
  }

  async function submit() {
    close();
    show(await line.submit());
  }

  function step(by: 1 | -1) {
    if (!isShown) return setOpen(true);
    if (offers.length === 0) return;
    setActive((active + by + offers.length + (active < 0 && by < 0 ? 1 : 0)) % offers.length);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (activeOffer) acceptProposal(activeOffer);
      else void submit();
    } else if (event.key === 'Escape' && (isShown || line.isDraft)) {
      event.preventDefault();
      event.stopPropagation();
      if (isShown) close();
      else line.undo();
    }
  }

  const isWrong = line.problems.length > 0;
  const status = describeOffers(offers.length, { searching, failed, emptyText });
  return (
    <Box>
      <VisuallyHidden asChild>
        <label htmlFor={id}>Search the log</label>
      </VisuallyHidden>
      <Box ref={box} position="relative" bg="bg.surface" borderRadius="md">
        <Box
          aria-hidden
          position="absolute"
          left="3"
          top="50%"
          transform="translateY(-50%)"
          color="fg.subtle"
        >
          <IconSearch size={18} />
        </Box>
        <Box position="absolute" insetBlock="0" left="10" right="20" overflow="hidden">
          {isWrong && <MarkedText text={line.text} marks={line.problems} input={input} />}
        </Box>
        <Input
          ref={input}
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native one cannot complete parts of a line
          role="combobox"
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? `${id}-offers` : undefined}
          aria-activedescendant={activeOffer && `${id}-offers-${activeOffer.key}`}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-problems`}
          placeholder="Search the log, e.g. user:  action:  -action:  after:24h"
          value={line.text}
          bg="transparent"
          position="relative"
          paddingInlineStart="10"
          paddingInlineEnd="20"
          onChange={(event) => {
            line.type(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart ?? 0);
            setOpen(true);
            setActive(-1);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
          onClick={() => {
            if (line.text === '') setOpen(true);
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {(line.isDraft || line.busy) && (
          <Box position="absolute" right="1" top="50%" transform="translateY(-50%)">
            <Button
              size="sm"
              busy={line.busy}
              onClick={() => void submit()}
              css={{ '@media (pointer: coarse)': { minHeight: '9' } }}
            >
              Search
            </Button>
          </Box>
        )}
      </Box>
      <VisuallyHidden asChild>
        <output>{isShown && status}</output>
      </VisuallyHidden>
      {isShown && (
        <OptionList
          id={`${id}-offers`}
          box={box}
          options={offers}
          active={active}
          status={status}
          onChoose={(index) => acceptProposal(offers[index])}
          onPoint={setActive}
        />
      )}
      <LineProblems
        id={`${id}-problems`}
        problems={line.problems}
        onChoose={(unclear, name) => void line.choose(unclear, name).then(show)}
      />
    </Box>
  );
}

function describeOffers(
  count: number,
  { searching, failed, emptyText }: { searching: boolean; failed: boolean; emptyText: string },
): string {
  if (searching) return 'Searching...';
  if (failed) return 'The search failed. Try again in a moment.';
  if (count === 0) return emptyText;
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
