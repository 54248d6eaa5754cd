const STEPS = 8;

/**
 * Calls `work` after a time in which this process could run. While it starts or is overloaded, its timers come late and all
 * at once, before the answers that have arrived meanwhile are read; such a delay counts as an eighth of the time.
 */
export class RunningTimer {
  #left = STEPS;
  #timer: NodeJS.Timeout;

  constructor(
    private readonly milliseconds: number,
    private readonly work: () => void,
  ) {
    this.#timer = this.#next();
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  #next(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#left -= 1;
      if (this.#left === 0) this.work();
      else this.#timer = this.#next();
    }, this.milliseconds / STEPS).unref();
  }
}

/** A signal that aborts after such a time. It keeps no process alive. */
export function runningDeadline(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException('No answer in time', 'TimeoutError'));
  void new RunningTimer(milliseconds, abort);
  return controller.signal;
}
