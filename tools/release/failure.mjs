/** What a person who runs a command has to be told: what failed, why, and what to do about it. */
export class Failure extends Error {
  /**
   * @param {string} what failed, and why
   * @param {string} [remedy] what to do, as a sentence
   */
  constructor(what, remedy) {
    super(remedy ? `${what}\n${remedy}` : what);
    this.name = 'Failure';
  }
}
