/** How often an open page looks for new releases, whatever happens on it. */
export const EVERY_MILLISECONDS = 15 * 60_000;
/** How often at most when somebody comes back to it. */
export const AT_MOST_MILLISECONDS = 60_000;

/** Has an open page looked at for new releases, when somebody comes back to it and from time to time. */
export function watchReleases(look: () => void): void {
  let last = Date.now();
  function lookAgain() {
    last = Date.now();
    look();
  }
  function comeBack() {
    if (!document.hidden && Date.now() - last >= AT_MOST_MILLISECONDS) lookAgain();
  }
  window.setInterval(lookAgain, EVERY_MILLISECONDS);
  window.addEventListener('focus', comeBack);
  document.addEventListener('visibilitychange', comeBack);
}
