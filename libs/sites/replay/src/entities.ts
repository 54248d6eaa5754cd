import type { Entities } from '#libs/core/persistence';
import { ReplayChunk } from './replay-chunk.entity.js';
import { ReplaySession } from './replay-session.entity.js';

export const REPLAY_ENTITIES: Entities = [ReplaySession, ReplayChunk];
