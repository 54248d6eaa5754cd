export {
  LimitedThread,
  ThreadEnded,
  ThreadNotStarted,
  type ThreadLimit,
  type ThreadOptions,
} from './limited-thread.js';
export { threadData } from './thread-data.js';
export { OwnTime } from './thread-time.js';
