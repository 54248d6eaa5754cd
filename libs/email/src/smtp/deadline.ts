/**
 * A deadline that is moved with every command and every answer, and almost never passes. Moving it later costs no
 * timer: the one that runs looks, when it fires, whether there is time left.
 */
export class Deadline {
  #due = Infinity;
  #armedFor = Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly onPassed: () => void) {}

  /** Passes in so many milliseconds, unless it is moved again. */
  set(milliseconds: number): void {
    this.#due = performance.now() + milliseconds;
    if (this.#due < this.#armedFor) this.#arm(milliseconds);
  }

  clear(): void {
    this.#due = Infinity;
    this.#armedFor = Infinity;
    clearTimeout(this.#timer);
  }

  #arm(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#armedFor = this.#due;
    this.#timer = setTimeout(() => this.#fire(), milliseconds);
  }

  #fire(): void {
    this.#armedFor = Infinity;
    const left = this.#due - performance.now();
    if (left > 0.5) {
      this.#arm(left);
      return;
    }
    this.#due = Infinity;
    this.onPassed();
  }
}
