/*
 * Makes the prerendered composer usable until the app has rendered its own. The text is the draft of the conversation,
 * under the key of src/engine/drafts.ts; the app's composer then gets text, focus and caret, and the click on a button.
 * Part of the page, after the HTML.
 */
(() => {
  const page = document.documentElement;
  const layer = document.getElementById('prerendered-screen');
  const id = new URLSearchParams(location.search).get('conversation');
  let key;
  let isCollapsed;
  let draft;
  try {
    // The keys of libs/auth and of the sidebar.
    const { user } = JSON.parse(localStorage.getItem('sb-homie-auth-token'));
    key = `homie.personal.${user.id}.draft.${id}`;
    draft = localStorage.getItem(key) ?? '';
    isCollapsed = localStorage.getItem('homie.sidebar') === 'collapsed';
  } catch {
    // No session, or blocked storage.
  }
  if (draft === undefined) return layer.remove();
  page.dataset.prerenderedScreen = isCollapsed ? 'collapsed' : '';
  const find = (selector) => layer.querySelector(selector);
  const field = find('textarea');
  const send = find('[aria-label=Send]');
  /** The label of the button that was clicked, or is pressed. */
  let clicked = null;

  field.value = draft;
  function enableSend() {
    send.disabled = field.value.trim() === '';
  }
  enableSend();
  // As the app does on a wide screen.
  if (matchMedia('(width >= 48rem)').matches) field.focus();

  field.addEventListener('input', () => {
    enableSend();
    try {
      localStorage.setItem(key, field.value);
    } catch {
      // Full storage: the app's composer gets the text below.
    }
  });
  function submit() {
    clicked = 'Send';
    // The app sends what is there: nothing may be added until then.
    field.readOnly = true;
    send.setAttribute('aria-disabled', 'true');
  }
  field.addEventListener('keydown', (event) => {
    const isTouchOnly = matchMedia('(hover: none) and (pointer: coarse)').matches;
    const { key: name, shiftKey, ctrlKey, metaKey, isComposing } = event;
    // As in src/platform/send-key.ts.
    if (name !== 'Enter' || shiftKey || isComposing) return;
    if (isTouchOnly && !ctrlKey && !metaKey) return;
    event.preventDefault();
    if (!send.disabled) submit();
  });
  const buttonOf = ({ target }) => target.closest('button:enabled');
  layer.addEventListener('click', (event) => {
    const button = buttonOf(event);
    if (button === send) submit();
    else clicked = button?.getAttribute('aria-label') ?? null;
  });
  // The composer may be replaced before the pointer is released: then no click follows.
  layer.addEventListener('pointerdown', (event) => {
    if (!field.readOnly) clicked = buttonOf(event)?.getAttribute('aria-label') ?? null;
  });
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => {
      if (!field.readOnly) clicked = null;
    });

  /** Moves text, focus and click to the app's composer. */
  function handOver(to) {
    const hasFocus = document.activeElement === field;
    const { value, selectionStart, selectionEnd } = field;
    if (to.value !== value) {
      // As if it were typed there: React replaces the setter of the element to ignore changes by scripts.
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(to, value);
      to.dispatchEvent(new Event('input', { bubbles: true }));
    }
    layer.remove();
    if (hasFocus) {
      to.focus({ preventScroll: true });
      to.setSelectionRange(selectionStart, selectionEnd);
    }
    if (clicked === null) return;
    const button = to.parentElement.querySelector(`[aria-label="${clicked}"]`);
    // Adopted text may still have to enable the button.
    setTimeout(() => button?.click());
  }
  const observer = new MutationObserver(() => {
    const composer = document.querySelector('#root [data-composer]');
    // The app may show something else, such as an error or the sign-in form.
    if (!composer && !document.querySelector('#root :is(h1, [role=alert])')) return;
    observer.disconnect();
    const replace = () => {
      delete page.dataset.prerenderedScreen;
      if (composer) handOver(composer);
      else layer.remove();
    };
    // Focus needs the layout. After the frame it is there; in this task it would be computed for the focus, and again for
    // the frame. A hidden page has no frames.
    if (document.hidden) replace();
    else requestAnimationFrame(() => setTimeout(replace));
  });
  observer.observe(page, { childList: true, subtree: true });
})();
