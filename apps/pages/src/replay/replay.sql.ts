import { many, type SqlExecutor } from '#libs/core/persistence';
import type { ReplayChunk, ReplaySession } from '#libs/sites/replay';

export type ChunkKey = Pick<ReplayChunk, 'loadId' | 'sequence' | 'bytes'>;

type SessionKey = Pick<ReplaySession, 'tenantId' | 'id' | 'day'>;

/** Loads follow each other in the order in which they began, by the clock of the visitor. */
const LIST_CHUNKS = `
  select load_id as "loadId", sequence, bytes
    from replay_chunk where tenant_id = $1 and replay_id = $2 and day = $3::date
   order by min(first_event_at) over (partition by load_id), load_id, sequence`;

/** The chunks of a recording, in the order in which they are played. */
export async function listChunks(tx: SqlExecutor, { tenantId, id, day }: SessionKey): Promise<ChunkKey[]> {
  return many<ChunkKey>(tx, LIST_CHUNKS, [tenantId, id, day]);
}

const READ_CHUNKS = `
  select content
    from unnest($4::uuid[], $5::int[]) with ordinality as wanted (load_id, sequence, n)
    join replay_chunk chunk using (load_id, sequence)
   where tenant_id = $1 and replay_id = $2 and day = $3::date
   order by n`;

/** The contents of chunks, in their order. */
export async function readChunks(
  tx: SqlExecutor,
  { tenantId, id, day }: SessionKey,
  keys: readonly ChunkKey[],
): Promise<Pick<ReplayChunk, 'content'>[]> {
  const [loads, sequences] = [keys.map(({ loadId }) => loadId), keys.map(({ sequence }) => sequence)];
  return many<Pick<ReplayChunk, 'content'>>(tx, READ_CHUNKS, [tenantId, id, day, loads, sequences]);
}

/** The keys of recordings. Parameters: tenant, their ids. */
export const FIND_KEYS = `
  select tenant_id as "tenantId", id, sealed_key as "sealedKey"
    from replay_session where tenant_id = $1 and id = any ($2::uuid[])`;

/**
 * The session of a visitor when a recording began: a minute for what clocks differ by, and half an hour of silence, which ends a session.
 * `collate "C"`, `offset 0`, and no end of the times: else the index of the time alone, which has their order, may seem as good as that of
 * the visitor. A recording is kept for thirty days, so that few partitions follow.
 */
const FIND_SESSIONS = `
  select replay.id, found.id as "sessionId"
    from unnest($2::uuid[], $3::text[], $4::timestamptz[]) replay (id, visitor_id, started_at)
    cross join lateral (
      select session.id
        from (
          select id, started_at, last_at from session
           where tenant_id collate "C" = $1 and visitor_id = replay.visitor_id
             and started_at >= $5::timestamptz - interval '1 day'
          offset 0) as session
       where session.last_at > replay.started_at - interval '30 minutes'
         and session.started_at between replay.started_at - interval '1 day' and replay.started_at + interval '1 minute'
       order by session.started_at desc
       limit 1
    ) found`;

/** The sessions of the reports in which recordings began, by the id of the recording; none for one whose visit was not counted. */
export async function findSessions(
  tx: SqlExecutor,
  tenantId: string,
  replays: readonly Pick<ReplaySession, 'id' | 'visitorId' | 'startedAt'>[],
): Promise<Map<string, string>> {
  if (replays.length === 0) return new Map();
  const starts = replays.map(({ startedAt }) => startedAt);
  const rows = await many<{ id: string; sessionId: string }>(tx, FIND_SESSIONS, [
    tenantId,
    replays.map(({ id }) => id),
    replays.map(({ visitorId }) => visitorId),
    starts,
    // The first of all, so that only the partitions from then on are looked at.
    new Date(Math.min(...starts.map(Number))),
  ]);
  return new Map(rows.map(({ id, sessionId }) => [id, sessionId]));
}
