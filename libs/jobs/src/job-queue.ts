import type { TenantId } from '#libs/persistence';

/** What travels through the queue: ids of outbox rows, never their content. */
export interface QueuedChunk {
  tenantId: TenantId;
  ids: string[];
}

/** A chunk with the name under which the queue knows it. */
export interface NamedChunk extends QueuedChunk {
  jobId: string;
}

export interface QueueLoad {
  /** How many processes work on the app's queues, this one included. */
  processes: number;
  /** Chunks that wait in the queue, by kind. */
  waiting: ReadonlyMap<string, number>;
}

/**
 * The engine that spreads chunks over the workers of all processes. It may lose what it holds: the outbox keeps the
 * work itself, and the reconciler dispatches lost chunks again. See docs/decisions/0022-what-bull-does.md.
 */
export abstract class JobQueue {
  /**
   * Adds chunks of one kind. A name that the queue still has is ignored.
   * @throws Error if the queue does not accept them within two seconds; it may have taken them all the same
   */
  abstract add(kind: string, chunks: readonly NamedChunk[]): Promise<void>;

  /** Runs `work` on the chunks of one kind, `concurrency` at a time in this process. */
  abstract process(kind: string, concurrency: number, work: (chunk: QueuedChunk) => Promise<void>): void;

  /**
   * Registers this process as a worker for the next ten seconds and reads how much waits.
   * @throws Error within a second if the queue is not available
   */
  abstract load(): Promise<QueueLoad>;

  /** Names of the chunks of one kind that wait or are being worked on. */
  abstract jobIds(kind: string): Promise<Set<string>>;

  /** Deletes what is left of a chunk that is neither waiting nor being worked on. */
  abstract forget(kind: string, jobId: string): Promise<void>;

  /** Takes no further chunk in this process; resolves when the running ones have ended. */
  abstract drain(): Promise<void>;
}
