import type { SmtpJob } from './job.js';

/** A first-in, first-out queue with constant cost at both ends. `requeue` adds at the front. */
export class JobQueue {
  #jobs: (SmtpJob | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#jobs.length - this.#head;
  }

  push(job: SmtpJob): void {
    this.#jobs.push(job);
  }

  requeue(job: SmtpJob): void {
    if (this.#head > 0) this.#jobs[--this.#head] = job;
    else this.#jobs.unshift(job);
  }

  shift(): SmtpJob | undefined {
    const job = this.#jobs[this.#head];
    if (!job) return undefined;
    this.#jobs[this.#head++] = undefined;
    if (this.#head === this.#jobs.length) this.#reset();
    else if (this.#head >= 4096) this.#compact();
    return job;
  }

  #reset(): void {
    this.#jobs = [];
    this.#head = 0;
  }

  #compact(): void {
    this.#jobs = this.#jobs.slice(this.#head);
    this.#head = 0;
  }
}
