/*
 * Marks the page when this browser has a session, so that the styles show one button that opens the product. Part of
 * the landing page's blocking script: the buttons never change after the first paint. The key is STORAGE_KEY of
 * libs/auth.
 */
(() => {
  const root = document.documentElement;
  function mark() {
    let session = null;
    try {
      session = localStorage.getItem('sb-homie-auth-token');
    } catch {
      // Storage is blocked: no session can be stored either.
    }
    root.toggleAttribute('data-session', session !== null);
  }
  mark();
  addEventListener('storage', mark);
  addEventListener('pageshow', mark);
})();
