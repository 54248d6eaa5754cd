/** Recordings of what visitors did, which the runtime takes and Pages shows. */

export { REPLAY_ENTITIES } from './entities.js';
export { ReplayChunk } from './replay-chunk.entity.js';
export { addReplayDay, dropReplayDay, listReplayDays } from './replay-days.sql.js';
export { ReplayKey } from './replay-key.js';
export { ReplaySession } from './replay-session.entity.js';
export { REPLAY_KEPT_DAYS, REPLAY_TABLES, replayTablesSql } from './replay-tables.js';
