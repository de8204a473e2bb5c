import type * as TestingLibrary from '@testing-library/dom';

declare const TestingLibraryDom: typeof TestingLibrary;

/** A string, or a regular expression as JSON. */
export type Matcher = string | { source: string; flags: string };

/** One step of a query for elements of the page. */
export type Step =
  | { by: 'role'; role: string; name?: Matcher }
  | { by: 'label'; text: Matcher }
  | { by: 'text'; text: Matcher }
  | { by: 'containing'; text: string }
  | { by: 'index'; index: number };

/** The state of an element as a user perceives it. */
export interface ElementState {
  /** Its text, with each run of white space collapsed into one space. */
  text: string;
  value: string;
  attributes: Record<string, string>;
  isChecked: boolean;
  isEnabled: boolean;
  isFocused: boolean;
  /** The fraction of its area that is inside the viewport, 0 to 1. */
  visibleRatio: number;
  /** The point that a user would click. */
  point: { x: number; y: number };
  /** Size in CSS pixels. */
  size: { width: number; height: number };
  /** True if a click at `point` reaches it, which means that nothing covers it. */
  receivesClicks: boolean;
}

/** Arguments of `inspect`. */
export interface Inspection {
  steps: readonly Step[];
  /** Scrolls the only match into the viewport if a click would not reach it. */
  reveal?: boolean;
  /** Sets `data-journey` on the only match, for drivers that need a selector. */
  mark?: boolean;
}

/**
 * Finds elements as assistive technology does, and returns their state. Runs in the page, so it uses nothing but its
 * argument and Testing Library. Returns null until Testing Library is loaded.
 */
export function inspect({ steps, reveal, mark }: Inspection): ElementState[] | null {
  if (!('TestingLibraryDom' in window)) return null;
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom;
  const normalize = (text: string) => text.replace(/\s+/g, ' ').trim();
  const matcher = (text: Matcher) =>
    typeof text === 'string' ? text : new RegExp(text.source, text.flags);
  const isVisible = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');

  const queryBy = (root: HTMLElement, step: Step): HTMLElement[] => {
    if (step.by === 'role') {
      const options = step.name === undefined ? {} : { name: matcher(step.name) };
      // Testing Library does not know `content-visibility`, which hides conversations that are not open.
      return queryAllByRole(root, step.role, options).filter(isVisible);
    }
    if (step.by === 'label') return queryAllByLabelText(root, matcher(step.text));
    if (step.by === 'text') return queryAllByText(root, matcher(step.text)).filter(isVisible);
    return [];
  };
  let found: HTMLElement[] = [document.body];
  for (const step of steps) {
    if (step.by === 'index') found = found.slice(step.index).slice(0, 1);
    else if (step.by === 'containing')
      found = found.filter((element) => normalize(element.innerText).includes(step.text));
    else found = [...new Set(found.flatMap((root) => queryBy(root, step)))];
  }

  const describe = (element: HTMLElement): ElementState => {
    const control = element instanceof HTMLInputElement ? element : undefined;
    // Controls that are rendered by their label are smaller than the area that a user clicks.
    const label = control?.labels?.[0];
    const target = label && element.getBoundingClientRect().width <= 2 ? label : element;
    const box = target.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const right = Math.min(box.right, document.documentElement.clientWidth);
    const bottom = Math.min(box.bottom, document.documentElement.clientHeight);
    const isInside = right > left && bottom > top;
    const point = { x: (left + right) / 2, y: (top + bottom) / 2 };
    const hit = isInside ? document.elementFromPoint(point.x, point.y) : null;
    const area = box.width * box.height;
    return {
      text: normalize(element.innerText),
      value: 'value' in element ? String(element.value) : '',
      attributes: Object.fromEntries(
        [...element.attributes].map(({ name, value }) => [name, value]),
      ),
      isChecked: control?.checked ?? element.getAttribute('aria-checked') === 'true',
      isEnabled: !element.matches(':disabled, [aria-disabled=true]'),
      isFocused: element === document.activeElement,
      visibleRatio: isInside && area > 0 ? ((right - left) * (bottom - top)) / area : 0,
      point,
      size: { width: box.width, height: box.height },
      receivesClicks:
        hit !== null && (target.contains(hit) || hit.closest('label')?.control === element),
    };
  };

  const [only] = found.length === 1 ? found : [];
  if (only && reveal && !describe(only).receivesClicks)
    only.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  if (only && mark) {
    for (const marked of document.querySelectorAll('[data-journey]'))
      marked.removeAttribute('data-journey');
    only.setAttribute('data-journey', '');
  }
  return found.map(describe);
}
