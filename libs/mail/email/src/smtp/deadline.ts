/**
 * A deadline that is moved with every command and reply. Moving it to later needs no new timer: when the timer fires, it
 * checks whether there is time left.
 */
export class Deadline {
  #due = Infinity;
  #armedFor = Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly onPassed: () => void) {}

  /** Sets the deadline to this time from now. */
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
