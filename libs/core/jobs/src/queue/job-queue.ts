import type { TenantId } from '#libs/core/persistence';

/** Content of the queue: ids of outbox rows, never their payload. */
export interface QueuedChunk {
  tenantId: TenantId;
  ids: string[];
}

/** A chunk with its id in the queue. */
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
 * Distributes chunks over the workers of all processes. It may lose chunks: the jobs themselves are in the outbox, and
 * the reconciler dispatches lost chunks again. See docs/decisions/0022-what-bull-does.md.
 */
export abstract class JobQueue {
  /**
   * Adds chunks of one kind. A chunk whose id is still in the queue is ignored.
   * @throws Error if the queue does not confirm within two seconds; it may have accepted them nevertheless
   */
  abstract add(kind: string, chunks: readonly NamedChunk[]): Promise<void>;

  /** Runs `work` on the chunks of one kind, `concurrency` at a time in this process. */
  abstract process(kind: string, concurrency: number, work: (chunk: QueuedChunk) => Promise<void>): void;

  /**
   * Registers this process as a worker for the next ten seconds.
   * @throws Error within a second if the queue is not available
   */
  abstract register(): Promise<void>;

  /**
   * Registers this process as a worker for the next ten seconds and reads how much waits.
   * @throws Error within a second if the queue is not available
   */
  abstract load(): Promise<QueueLoad>;

  /** Ids of the chunks of one kind that wait or run. */
  abstract jobIds(kind: string): Promise<Set<string>>;

  /** Deletes what is left of a chunk that neither waits nor runs. */
  abstract delete(kind: string, jobId: string): Promise<void>;

  /** Takes no further chunk in this process; resolves when the running ones have ended. */
  abstract drain(): Promise<void>;
}
