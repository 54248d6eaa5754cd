import { Injectable } from '@nestjs/common';
import { DeadLetters, Outbox } from '#libs/jobs';

/** How much work of a kind there is. */
export interface QueueState {
  kind: string;
  /** Its time has come: it waits for its turn, or is being done. */
  due: number;
  /** Waits for its time. */
  delayed: number;
  /** Was given up. */
  dead: number;
  /** Since when the oldest due work waits; null when there is none. */
  waitingSince: Date | null;
}

/** The queues as operators see them. */
@Injectable()
export class QueuesService {
  constructor(
    private readonly outbox: Outbox,
    private readonly letters: DeadLetters,
  ) {}

  async states(): Promise<QueueState[]> {
    const [depths, since] = await Promise.all([this.outbox.depth(this.letters.kinds), this.letters.waitingSince()]);
    const byKind = new Map(depths.map((depth) => [depth.kind, depth]));
    return this.letters.kinds.map((kind) => {
      const { due = 0, handed = 0, delayed = 0, dead = 0 } = byKind.get(kind) ?? {};
      return { kind, due: due + handed, delayed, dead, waitingSince: since.get(kind) ?? null };
    });
  }
}
