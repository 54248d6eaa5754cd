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
