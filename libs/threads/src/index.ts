export {
  LimitedThread,
  ThreadEnded,
  ThreadNotStarted,
  type ThreadLimit,
  type ThreadOptions,
} from './limited-thread.js';
