/** Work inside a process: packages loaded at first use, threads with limits. It imports no other lib. */

export { lazyPackage } from './loading/lazy-package.js';
export { once } from './loading/once.js';
export {
  LimitedThread,
  ThreadEnded,
  ThreadNotStarted,
  type ThreadLimit,
  type ThreadOptions,
} from './threads/limited-thread.js';
export { answerTasks } from './threads/task-answers.js';
export { TaskThread, ThreadBusy, tookTooMuch } from './threads/task-thread.js';
export { threadData } from './threads/thread-data.js';
export { OwnTime } from './threads/thread-time.js';
