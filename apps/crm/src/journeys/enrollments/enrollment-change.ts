import type { StepDetail, StepOutcome } from './enrollment-step.entity.js';
import type { Enrollment, EnrollmentOutcome } from './enrollment.entity.js';
import type { EnrollmentFacts } from './journey-facts.js';

/** A step that was done just now. */
export interface DoneStep {
  seq: number;
  step: number;
  outcome: StepOutcome;
  detail: StepDetail | null;
  messageId: string | null;
}

/** An enrollment as it was, and what becomes of it in a transaction. */
export class EnrollmentChange {
  readonly after: Enrollment;
  readonly done: DoneStep[] = [];

  constructor(
    readonly before: Enrollment,
    readonly facts: EnrollmentFacts,
    readonly now: Date,
  ) {
    this.after = { ...before, isCounted: true, attempts: 0, lastError: null };
  }

  /** Whether there is more to do for it now. */
  get goesOn(): boolean {
    return this.#goesOn;
  }

  #goesOn = true;

  /** Records that the step it is at was done, and goes to another. */
  finishStep(outcome: StepOutcome, { to, detail, messageId }: FinishedStep = {}): void {
    const { after } = this;
    const next = to ?? after.step + 1;
    after.seq += 1;
    const shown = { ...detail, ...(to !== undefined && { to }) };
    this.done.push({
      seq: after.seq,
      step: after.step,
      outcome,
      detail: Object.keys(shown).length > 0 ? shown : null,
      messageId: messageId ?? null,
    });
    after.step = next;
  }

  /** Nothing more happens before that time. */
  waitUntil(dueAt: Date): void {
    this.after.dueAt = dueAt;
    this.#goesOn = false;
  }

  /** Nothing more happens until the journey is on again. */
  pause(): void {
    this.after.state = 'paused';
    this.#goesOn = false;
  }

  end(outcome: EnrollmentOutcome, reason: string | null = null): void {
    Object.assign(this.after, { state: 'ended', dueAt: null, endedAt: this.now, outcome, reason });
    this.#goesOn = false;
  }
}

interface FinishedStep {
  /** Step that comes next, if that is not the following one. */
  to?: number;
  detail?: StepDetail;
  messageId?: string;
}
