import type { QueueView } from './dto/dead-letter.responses.js';
import type { QueueState } from './queues.service.js';

export function toQueueView({ kind, due, delayed, dead, waitingSince }: QueueState, now: Date): QueueView {
  return { Kind: kind, Due: due, Delayed: delayed, Dead: dead, OldestSeconds: waitingSince && age(waitingSince, now) };
}

/** Whole seconds; the clocks of the database and of this process may differ a little. */
export const age = (since: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000));
