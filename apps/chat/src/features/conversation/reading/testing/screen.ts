/** The scrolling of a browser, which jsdom lacks: it clamps on layout, and reports scrolls before animation frames. */
export class Screen {
  content = 2000;
  window = 500;
  #top = 0;
  #reported = 0;
  #laidOut = '';
  readonly #frames: FrameRequestCallback[];
  readonly element: HTMLElement;

  /**
   * Scrolls `element` from now on.
   * @param frames the callbacks that wait for the next frame
   */
  constructor(element: HTMLElement, frames: FrameRequestCallback[]) {
    this.element = element;
    this.#frames = frames;
    Object.defineProperties(element, {
      scrollHeight: { get: () => this.height },
      clientHeight: { get: () => this.window },
      scrollTop: {
        get: () => this.layOut(),
        set: (top: number) => {
          this.scrollTo(top);
        },
      },
    });
  }

  /** The height of the content, with the space that its style adds as `calc(100% + …px)`. */
  get height(): number {
    const content = this.element.firstElementChild;
    const style = content instanceof HTMLElement ? content.style.minHeight : '';
    const above = /([\d.]+)px/.exec(style)?.[1];
    const least = above === undefined ? 0 : Number(above) + this.window;
    return Math.max(this.content, this.window, least);
  }

  /** The distance between what is in view and the end. */
  get fromEnd(): number {
    return this.end - this.layOut();
  }

  get end(): number {
    return this.height - this.window;
  }

  /** Clamps the scroll offset, as every layout does; returns it. */
  layOut(): number {
    this.#top = Math.min(this.#top, this.end);
    return this.#top;
  }

  scrollTo(top: number) {
    this.#top = Math.max(0, top);
    this.layOut();
  }

  /** Renders a frame. `resized` is the observer of sizes. */
  frame(resized: () => void) {
    if (this.layOut() !== this.#reported) {
      this.#reported = this.#top;
      this.element.dispatchEvent(new Event('scroll'));
      this.element.dispatchEvent(new Event('scrollend'));
    }
    for (const callback of this.#frames.splice(0)) callback(0);
    this.layOut();
    const sizes = `${this.content} ${this.window}`;
    if (sizes !== this.#laidOut) resized();
    this.#laidOut = sizes;
  }
}
