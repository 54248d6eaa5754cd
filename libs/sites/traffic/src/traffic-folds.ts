import { Injectable, Module } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { CollectedEvent } from './collected-event.js';

/**
 * Totals that are kept as events arrive. All folds of a batch are in one transaction with the batch itself, so that a total has each
 * event once. Batches are committed one at a time over all processes: a fold may read, compute and write without locking.
 */
export interface TrafficFold {
  /**
   * Writes what the events add. The transaction sees the rows of the tenants of the events; every statement names the tenant.
   * It has no effect outside the transaction, because a failed batch comes again. Events of programs are among them.
   */
  write(tx: PoolClient, events: readonly CollectedEvent[]): Promise<void>;
  /** Is told of a batch after its commit. It may be lost with the process, and must not throw. */
  committed?(events: readonly CollectedEvent[]): void;
}

/** The folds of the runtime, in the order of their registration. */
@Injectable()
export class TrafficFolds {
  private readonly folds: TrafficFold[] = [];

  /** Call it in a constructor: the first batch comes after. */
  register(fold: TrafficFold): void {
    this.folds.push(fold);
  }

  list(): readonly TrafficFold[] {
    return this.folds;
  }
}

/** Imported by each module that has a fold. */
@Module({ providers: [TrafficFolds], exports: [TrafficFolds] })
export class TrafficFoldsModule {}
