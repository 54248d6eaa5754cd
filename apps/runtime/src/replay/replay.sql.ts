import { entityColumns, exec, maybe, one, prepared, RowParameters, type SqlExecutor } from '#libs/core/persistence';
import { ReplayChunk, ReplaySession } from '#libs/sites/replay';

/** Place of a chunk. */
export type ChunkPlace = Pick<ReplayChunk, 'tenantId' | 'replayId' | 'loadId' | 'sequence'>;

export type KnownSession = Pick<
  ReplaySession,
  'tenantId' | 'id' | 'day' | 'sealedKey' | 'firstEventAt' | 'lastEventAt' | 'bytes'
>;

export type NewChunk = Omit<ReplayChunk, 'createdAt'>;

const FIND_SESSION = prepared(
  'find-replay-session',
  `
  select tenant_id as "tenantId", id, day::text, sealed_key as "sealedKey", first_event_at::float8 as "firstEventAt",
         last_event_at::float8 as "lastEventAt", bytes
    from replay_session where tenant_id = $1 and id = $2 and day >= $3::date order by day limit 1`,
);

/** A recording that began on this day (`YYYY-MM-DD`) or later. */
export async function findSession(
  tx: SqlExecutor,
  tenantId: string,
  id: string,
  since: string,
): Promise<KnownSession | undefined> {
  return maybe<KnownSession>(tx, FIND_SESSION, [tenantId, id, since]);
}

const FIND_AROUND = prepared(
  'find-replay-chunk',
  `
  select coalesce(bool_or(sequence = $5), false) as "isKnown",
         (array_agg(regions) filter (where sequence = $5 - 1))[1] as before
    from replay_chunk
   where tenant_id = $1 and replay_id = $2 and day = $3::date and load_id = $4 and sequence in ($5 - 1, $5)`,
);

/** Whether a chunk is stored, and the regions after the one before it. */
export async function findAround(
  tx: SqlExecutor,
  { tenantId, replayId, loadId, sequence }: ChunkPlace,
  day: string,
): Promise<{ isKnown: boolean; before: Buffer | null }> {
  return one(tx, FIND_AROUND, [tenantId, replayId, day, loadId, sequence]);
}

const COUNT_SESSIONS = `
  select count(*)::int as count
    from (select from replay_session where tenant_id = $1 and day = $2::date limit $3) begun`;

/** Recordings that began on a day, counted up to a limit. */
export async function countSessions(tx: SqlExecutor, tenantId: string, day: string, limit: number): Promise<number> {
  return (await one<{ count: number }>(tx, COUNT_SESSIONS, [tenantId, day, limit])).count;
}

const SESSION = new RowParameters<ReplaySession>({
  day: { type: 'text', of: ({ day }) => day },
  ...entityColumns(ReplaySession, { without: ['day'] }),
});

const INSERT_SESSION = `
  insert into replay_session (${SESSION.names.join(', ')})
  select ${SESSION.names.map((name) => (name === '"day"' ? '"day"::date' : name)).join(', ')} from ${SESSION.sql(1)} given`;

export async function insertSession(tx: SqlExecutor, session: ReplaySession): Promise<void> {
  await exec(tx, INSERT_SESSION, SESSION.values([session]));
}

const CHUNK = new RowParameters<NewChunk>({
  day: { type: 'text', of: ({ day }) => day },
  ...entityColumns(ReplayChunk, { without: ['day', 'createdAt'] }),
});

/** A chunk that comes again is left out, and adds nothing to its session. */
const INSERT_CHUNK = `
  with added as (
    insert into replay_chunk (${CHUNK.names.join(', ')})
    select ${CHUNK.names.map((name) => (name === '"day"' ? '"day"::date' : name)).join(', ')} from ${CHUNK.sql(1)} given
    on conflict do nothing
    returning tenant_id, replay_id, day, first_event_at, last_event_at, events, bytes
  )
  update replay_session session
     set last_at = greatest(last_at, now()), chunks = chunks + 1, events = session.events + added.events,
         bytes = session.bytes + added.bytes, first_event_at = least(session.first_event_at, added.first_event_at),
         last_event_at = greatest(session.last_event_at, added.last_event_at)
    from added
   where session.tenant_id = added.tenant_id and session.id = added.replay_id and session.day = added.day`;

export async function insertChunk(tx: SqlExecutor, chunk: NewChunk): Promise<void> {
  await exec(tx, INSERT_CHUNK, CHUNK.values([chunk]));
}
