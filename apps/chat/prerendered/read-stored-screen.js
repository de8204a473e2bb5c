/*
 * Reads what src/features/conversation/stored-screen stored of the conversation of this address, if the device may store
 * copies, while the page loads its files; conversation.js shows it. `homieStoredScreen` resolves to screen and time of
 * the copy; undefined if there is none. Part of the head of the page.
 */
(() => {
  const address = new URLSearchParams(location.search);
  const id = address.get('conversation');
  const finish = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  async function read() {
    // The app opens the conversation at this message, and what is stored is its end.
    if (address.has('message')) return;
    // The key of libs/auth.
    const { user, access_token: token } = JSON.parse(localStorage.getItem('sb-homie-auth-token'));
    const claims = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    // Not before the second factor.
    if (user.factors?.some(({ status }) => status === 'verified') && claims.aal !== 'aal2') return;
    // Database, key and label of libs/api-client/src/copies.
    const opening = indexedDB.open(`homie.copies.${user.id}`);
    // There are no copies: opening must not create them.
    opening.onupgradeneeded = () => opening.transaction.abort();
    const db = await finish(opening);
    const transaction = db.transaction(['keys', 'copies']);
    const [key, { savedAt, screen }] = await Promise.all([
      finish(transaction.objectStore('keys').get('key')),
      finish(transaction.objectStore('copies').get(id)),
    ]);
    db.close();
    const age = Date.now() - savedAt;
    if (age > 7 * 24 * 3_600_000 || age < -300_000) return;
    const additionalData = new TextEncoder().encode(`${user.id} ${id} ${savedAt} screen`);
    const cipher = { name: 'AES-GCM', iv: screen.iv, additionalData };
    const text = await crypto.subtle.decrypt(cipher, key, screen.data);
    return { savedAt, screen: JSON.parse(new TextDecoder().decode(text)) };
  }

  if (document.currentScript.dataset.copies === 'device')
    // Without a session, a copy or storage the placeholder stays.
    globalThis.homieStoredScreen = read().catch(() => undefined);
})();
