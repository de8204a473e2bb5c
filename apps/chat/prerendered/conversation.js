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

  let isStoredShown = false;
  /** Shows what read-stored-screen.js has read. */
  function showStored(stored) {
    if (!stored || !layer.isConnected) return;
    const { screen, savedAt } = stored;
    const [header, thread] = find('.sidebar').nextElementSibling.children;
    const style = document.createElement('style');
    style.textContent = screen.css;
    const title = build(screen.header);
    const messages = build(screen.messages);
    const note = title.querySelector('output');
    if (note && isPageStored()) note.textContent = `· Saved copy, ${describeAge(savedAt)}`;
    // Nothing in it works yet, and the app announces its own.
    for (const element of [title, ...messages.children]) element.inert = true;
    const placeholder = [...thread.childNodes];
    layer.append(style);
    header.replaceWith(title);
    thread.replaceChildren(messages);
    // Only here: it computes the layout.
    const { fontSize } = getComputedStyle(page);
    isStoredShown = messages.clientWidth === screen.width && fontSize === screen.textSize;
    // Rows have the heights of another width, or of another size of the text.
    if (!isStoredShown) return thread.replaceChildren(...placeholder);
    messages.scrollTop = messages.scrollHeight;
    // Screens of earlier releases have none.
    field.placeholder = screen.placeholder ?? field.placeholder;
  }
  /** Returns whether this page is the one that the service worker stored: there is no connection, or no server. */
  function isPageStored() {
    const [navigation] = performance.getEntriesByType('navigation');
    return !navigator.onLine || (navigation?.workerStart > 0 && navigation.transferSize === 0);
  }
  function build(node, parent = 'http://www.w3.org/1999/xhtml') {
    if (typeof node === 'string') return document.createTextNode(node);
    const [tag, attributes, ...children] = node;
    const namespace = tag === 'svg' ? 'http://www.w3.org/2000/svg' : parent;
    const element = document.createElementNS(namespace, tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    element.append(...children.map((child) => build(child, namespace)));
    return element;
  }
  /** As the app does, in the time zone of the device. */
  function describeAge(savedAt) {
    const then = new Date(savedAt);
    const minutes = Math.floor((Date.now() - savedAt) / 60_000);
    if (minutes < 1) return 'just now';
    const now = new Date();
    const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
    if (then.toDateString() === yesterday.toDateString()) return 'yesterday';
    if (then.toDateString() !== now.toDateString())
      return then.toLocaleDateString('en-AU', { day: 'numeric', month: 'short' });
    return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
  }
  globalThis.homieStoredScreen?.then(showStored);

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
  let limit;
  const observer = new MutationObserver(settle);
  function settle() {
    const composer = document.querySelector('#root [data-composer]');
    // The app may show something else, such as an error or the sign-in form.
    if (!composer && !document.querySelector('#root :is(h1, [role=alert])')) return;
    // Messages would disappear until the app has read its copy. The composer does not wait longer for that.
    if (composer && isStoredShown && document.querySelector('#root [data-loading]')) {
      limit ??= setTimeout(() => {
        isStoredShown = false;
        settle();
      }, 1_000);
      return;
    }
    clearTimeout(limit);
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
  }
  observer.observe(page, { childList: true, subtree: true });
})();
