/** Changes that listeners are told of: logs in Redis, who writes them, and streams of events that follow them. */

export { entryAfter } from './change-log.js';
export { ChangePublisher } from './change-publisher.js';
export { LiveConnection } from './live-connection.js';
export { LiveListeners } from './live-listeners.js';
export { type LiveChange, type LiveReading, type LiveSource } from './live-source.js';
