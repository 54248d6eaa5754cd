import { Injectable } from '@nestjs/common';
import { DeadLetters, Outbox } from '#libs/core/jobs';

/** The jobs of one kind. */
export interface QueueState {
  kind: string;
  /** Waiting or in progress. */
  due: number;
  /** Scheduled, or waiting for a retry. */
  delayed: number;
  /** Dead letters. */
  dead: number;
  /** Time since which the oldest due job waits; null if there is none. */
  waitingSince: Date | null;
}

/** The queues as operators see them. */
@Injectable()
export class QueuesService {
  constructor(
    private readonly outbox: Outbox,
    private readonly letters: DeadLetters,
  ) {}

  async list(): Promise<QueueState[]> {
    const [depths, since] = await Promise.all([this.outbox.depth(this.letters.kinds), this.letters.waitingSince()]);
    const byKind = new Map(depths.map((depth) => [depth.kind, depth]));
    return this.letters.kinds.map((kind) => {
      const { due = 0, dispatched = 0, delayed = 0, dead = 0 } = byKind.get(kind) ?? {};
      return { kind, due: due + dispatched, delayed, dead, waitingSince: since.get(kind) ?? null };
    });
  }
}

/** Whole seconds, at least 0: the clocks of the database and of this process may differ a little. */
export const secondsSince = (since: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000));
