import type {
  RenderItem,
  RenderOutcome,
  RenderReply,
  RenderRequest,
  RenderTemplate,
  TemplateParts,
} from './render-messages.js';
import type { TerminatedReply } from './render-worker.js';

/** Limits for the messages of one call. */
export interface CallLimits {
  /** Time for one message. */
  messageMs: number;
  /** Time for all messages together, without waiting. */
  ms: number;
  /** Length of all rendered parts together. */
  characters: number;
  /** Waiting for a thread, in all. */
  waitMs: number;
}

/** A request: 500 e-mails of 64,000 characters. It is answered within a second, unless it waits. */
export const REQUEST_LIMITS: CallLimits = { messageMs: 250, ms: 800, characters: 32_000_000, waitMs: 700 };

export interface NewRenderCall {
  tenantId: string;
  templates: readonly RenderTemplate[];
  items: readonly RenderItem[];
  limits: CallLimits;
}

/** Rendered without a break: then the thread takes the next call in line. */
const SLICE_MS = 40;
/** Characters of one answer; it bounds the memory of a thread. */
const SLICE_CHARACTERS = 4_000_000;

/** Characters of data that a thread gets at a time, about; it bounds the memory of a thread, too. */
const SLICE_DATA = 2_000_000;

/** The messages of one call, and how far they are rendered. */
export class RenderCall {
  readonly tenantId: string;
  /** Characters that it keeps in memory while it waits. */
  readonly size: number;
  /** One for each message; undefined for those that the limits of the call left out. */
  readonly outcomes: (RenderOutcome | undefined)[];
  /** Indexes of the messages without an outcome, in order. */
  private remaining: number[];
  private firstMessages: number | undefined;
  private characters = 0;
  private ms = 0;
  waitedMs = 0;
  /** Whether a thread was terminated for one of its messages. */
  isHeavy = false;

  constructor(readonly call: NewRenderCall) {
    this.tenantId = call.tenantId;
    this.size = sizeOf(call);
    this.outcomes = new Array<RenderOutcome | undefined>(call.items.length).fill(undefined);
    this.remaining = [...call.items.keys()];
  }

  /** Whether there is nothing more to render, or no more may be. */
  get isDone(): boolean {
    const { ms, characters } = this.call.limits;
    return this.remaining.length === 0 || this.ms >= ms || this.characters >= characters;
  }

  /** The time that the next messages have, each (milliseconds). */
  get messageMs(): number {
    return Math.min(this.call.limits.messageMs, this.call.limits.ms - this.ms);
  }

  next(): RenderRequest {
    const { templates, items, limits } = this.call;
    return {
      templates,
      items: firstItems(items, this.remaining.slice(0, this.firstMessages)),
      maxMs: SLICE_MS,
      maxCharacters: Math.min(SLICE_CHARACTERS, limits.characters - this.characters),
    };
  }

  /** Takes in what a thread answered to {@link next}. */
  advance(reply: RenderReply | TerminatedReply): void {
    if ('outcomes' in reply) this.addOutcomes(reply);
    else this.addTerminated(reply);
    this.ms += reply.ms;
  }

  private addOutcomes({ outcomes }: RenderReply): void {
    const done = this.remaining.splice(0, outcomes.length);
    for (const [n, index] of done.entries()) {
      const outcome = outcomes[n];
      this.outcomes[index] = outcome;
      if (outcome && 'parts' in outcome) this.characters += lengthOf(outcome.parts);
    }
    this.firstMessages = undefined;
  }

  private addTerminated({ index, limit }: TerminatedReply): void {
    // The messages before it are rendered once more, alone: the next one may end the thread, too.
    this.firstMessages = index > 0 ? index : undefined;
    this.isHeavy = true;
    const [original] = this.remaining.splice(index, 1);
    const hadItsTime = limit === 'memory' || this.messageMs >= this.call.limits.messageMs;
    if (original !== undefined && hadItsTime) this.outcomes[original] = { fault: { kind: 'heavy', limit } };
  }
}

/** The items with these indexes, up to the data that a thread gets at a time; at least one. */
function firstItems(items: readonly RenderItem[], indexes: readonly number[]): RenderItem[] {
  const first: RenderItem[] = [];
  let size = 0;
  for (const index of indexes) {
    const item = items[index];
    if (!item) continue;
    size += item.data?.length ?? 0;
    if (size > SLICE_DATA && first.length > 0) break;
    first.push(item);
  }
  return first;
}

function sizeOf({ templates, items }: NewRenderCall): number {
  let size = 1_000;
  for (const template of templates) size += lengthOf(template) + (template.data?.length ?? 0);
  for (const { data } of items) size += data?.length ?? 0;
  return size;
}

function lengthOf({ subject, html, text }: TemplateParts): number {
  return (subject?.length ?? 0) + (html?.length ?? 0) + (text?.length ?? 0);
}
