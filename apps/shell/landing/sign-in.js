/*
 * Makes the prerendered sign-in form usable until the app has rendered its own form, which then adopts the input and
 * clicks the control that was clicked here: prerendered-form.ts. Part of the page's blocking script, after session.js.
 */
(() => {
  const page = document.documentElement;
  const removed = new AbortController();
  const { signal } = removed;
  function remove() {
    removed.abort();
    page.removeAttribute('data-prerendered');
    for (const element of document.querySelectorAll('.prerendered')) element.remove();
  }
  if (page.hasAttribute('data-session') || location.hash === '#sign-up') {
    addEventListener('DOMContentLoaded', remove);
    return;
  }
  page.setAttribute('data-prerendered', '');
  if (!('PublicKeyCredential' in window)) page.setAttribute('data-no-passkeys', '');
  const find = (selector) => document.querySelector(`#prerendered ${selector}`);

  function enableSubmit() {
    const submit = find('[type=submit]');
    if (submit) submit.disabled = !find('[name=email]').value || !find('[name=password]').value;
  }
  addEventListener('input', enableSubmit, { signal });
  addEventListener('submit', (event) => event.preventDefault(), { signal });
  /** Marks the button around an element, and no other. */
  function note(target) {
    for (const noted of document.querySelectorAll('#prerendered [data-clicked]'))
      noted.removeAttribute('data-clicked');
    const button = target?.closest('#prerendered button');
    button?.setAttribute('data-clicked', '');
    return button;
  }
  // The form may be replaced before the pointer is released: then no click follows.
  addEventListener('pointerdown', ({ target }) => note(target), { signal });
  addEventListener('pointercancel', () => note(null), { signal });
  addEventListener(
    'click',
    ({ target }) => {
      const button = note(target);
      if (button?.type === 'submit') button.setAttribute('aria-disabled', 'true');
      // Hidden until the app shows that tab: what the user types next belongs there.
      if (button?.dataset.tab === 'sign-up') page.setAttribute('data-prerendered', 'waiting');
    },
    { signal },
  );

  addEventListener('DOMContentLoaded', () => {
    // Browsers restore the input of a page that is reloaded.
    enableSubmit();
    const root = document.getElementById('root');
    const observer = new MutationObserver(removeWhenReplaced);
    // The app may show another screen instead of its form, such as an error.
    function removeWhenReplaced() {
      if (!root.querySelector('h1, h2, [role=alert]')) return;
      observer.disconnect();
      remove();
    }
    observer.observe(root, { childList: true, subtree: true });
    removeWhenReplaced();
  });
})();
