/** Returns true if the keyboard is Apple's, with a Command key. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
