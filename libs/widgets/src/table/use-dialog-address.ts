import { useLocation, useNavigate, useSearchParams } from '@homie/composition';

/** A dialog that is stored in the address, so that going back closes it and a link opens it. */
export interface DialogAddress<Part extends string> {
  /** The values in the address; null for an absent one. */
  parts: Readonly<Record<Part, string | null>>;
  /** True if the address contains a dialog. */
  isOpen: boolean;
  /** Opens a dialog, replacing an open one; Back returns to the page without it. */
  open: (parts: Partial<Record<Part, string>>) => void;
  /** Changes the address of the open dialog, without a new entry in the history. */
  change: (parts: Partial<Record<Part, string>>) => void;
  close: () => void;
}

/** The state of a history entry that opened a dialog, so that closing it can go back. A link to a dialog has it too. */
export const OWN_STEP = { dialog: true };

/** Returns the dialogs of a screen in its address. @param names of their parameters */
export function useDialogAddress<Part extends string>(names: readonly Part[]): DialogAddress<Part> {
  const [query, setQuery] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const isOwnStep = (location.state as typeof OWN_STEP | null)?.dialog === true; // set below

  function write(parts: Partial<Record<Part, string>>): URLSearchParams {
    const next = new URLSearchParams(query);
    for (const name of names) next.delete(name);
    for (const name of names) {
      const value = parts[name];
      if (value !== undefined) next.set(name, value);
    }
    return next;
  }

  const parts = Object.fromEntries(names.map((name) => [name, query.get(name)])) as Record<
    Part,
    string | null
  >; /* one entry for each name */

  return {
    parts,
    isOpen: Object.values(parts).some((part) => part !== null),
    open: (next) => setQuery(write(next), { state: OWN_STEP }),
    change: (next) => setQuery(write(next), { replace: true, state: location.state }),
    close: () => {
      if (isOwnStep) void navigate(-1);
      else setQuery(write({}), { replace: true });
    },
  };
}
