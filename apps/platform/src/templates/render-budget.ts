import { setImmediate } from 'node:timers/promises';
import type { TemplateParts } from './template-renderer.js';

/** How long rendering may hold the process before others have their turn. */
const TURN_MS = 20;

export interface RenderLimits {
  /** Of all that is rendered. */
  characters: number;
  ms: number;
}

/** What a call may have rendered: 500 e-mails of 64,000 characters, each in ten milliseconds. */
const OF_A_CALL: RenderLimits = { characters: 32_000_000, ms: 5_000 };

/**
 * How much may be rendered for one call, or for one slice of a campaign. Rendering happens in the process that answers
 * everybody: without a bound a few kilobytes of a call would take all of its memory, and minutes of its time.
 */
export class RenderBudget {
  private characters = 0;
  private ms = 0;
  private sinceTurn = 0;

  constructor(private readonly limits: RenderLimits = OF_A_CALL) {}

  get isSpent(): boolean {
    return this.characters >= this.limits.characters || this.ms >= this.limits.ms;
  }

  /** Renders, and counts what it took, also when it failed. */
  spend(render: () => TemplateParts): TemplateParts {
    const start = performance.now();
    try {
      const parts = render();
      this.characters += lengthOf(parts);
      return parts;
    } finally {
      const took = performance.now() - start;
      this.ms += took;
      this.sinceTurn += took;
    }
  }

  /** Whether it is the others' turn; asked between two renderings, thousands of which may need no pause. */
  get isTurnOver(): boolean {
    return this.sinceTurn >= TURN_MS;
  }

  /** Others have their turn, when these have had theirs. */
  async pause(): Promise<void> {
    if (!this.isTurnOver) return;
    await setImmediate();
    this.sinceTurn = 0;
  }
}

function lengthOf({ subject, html, text }: TemplateParts): number {
  return (subject?.length ?? 0) + (html?.length ?? 0) + (text?.length ?? 0);
}
