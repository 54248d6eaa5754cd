/** Work inside a process: packages loaded at first use, threads with limits. */

export { lazyPackage } from './loading/lazy-package.js';
export { once } from './loading/once.js';
export {
  LimitedThread,
  ThreadEnded,
  ThreadNotStarted,
  type ThreadLimit,
  type ThreadOptions,
} from './threads/limited-thread.js';
export { threadData } from './threads/thread-data.js';
export { OwnTime } from './threads/thread-time.js';
