import { SetMetadata } from '@nestjs/common';
import type { LockName } from '#libs/core/persistence';

export interface EveryOptions<T = object> {
  /** Milliseconds from one run's start to the next one's; a function reads them from the instance. */
  every: number | ((instance: T) => number);
  /** With a lock, one process at a time runs the method; the others skip that run. */
  lock?: LockName;
  /** Tells whether there is anything to do. It is asked first, so that a process at rest takes no lock and opens no transaction. */
  when?: (instance: T) => Promise<boolean>;
  /** `workers` (default): only in processes that run queues (roles `worker` and `all`). `all`: in every process. */
  in?: 'workers' | 'all';
  /**
   * `waits` (default): not while the queues are on hold, because a restored database knows nothing of what somebody took back
   * after the backup, and what is deleted then is gone. `runs`: for what the app needs meanwhile, and deletes nothing that counts.
   */
  whileHeld?: 'waits' | 'runs';
}

/** A method that a timer runs. The signal aborts when the process stops. */
type TimedMethod = (signal: AbortSignal) => Promise<unknown>;

export const EVERY = Symbol('every');

/**
 * Runs a provider's method at a fixed interval while the app is up, for the first time after one interval. Runs do not
 * overlap, and the shutdown waits for a running one. While the queues are on hold it waits, unless it says otherwise. Errors are logged; the next run tries again.
 */
export const Every =
  <T extends object>(options: EveryOptions<T>) =>
  <Method extends TimedMethod>(target: T, name: string | symbol, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(EVERY, options)(target, name, method);
  };
