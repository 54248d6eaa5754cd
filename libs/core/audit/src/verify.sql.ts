import { CHAINS } from './schema.js';

/** Rows per query of a chain. */
export const CHAIN_BATCH = 2_000;
const STRAYS_MAX = 1_000;

/** Parameter: chain. */
export const CHAIN_HEAD = `
  select chain, entries::float8 as entries, hash from audit_chain where chain = $1`;

/**
 * Every column as the text that was hashed: times in milliseconds since 1970, JSON in Postgres's own form. Parameters:
 * chain, position of the last row of the batch before.
 */
export const CHAINED_ROWS = `
  select id, chain::text, position::text, previous_hash, hash,
         (extract(epoch from occurred_at) * 1000)::bigint::text as occurred_ms, tenant_id, actor_kind, actor_id,
         session_id, action, object_type, object_id, reason, before::text, after::text, ip, user_agent, request_id
  from audit_entry where chain = $1 and audit_entry.position > $2
  order by audit_entry.position limit ${CHAIN_BATCH}`;

/** Entries in no chain, or before its start: a list shows them, but reading chains does not find them. */
export const STRAY_ENTRIES = `
  select chain, position::float8 as position, id, 'stray' as kind from audit_entry
  where chain < 0 or chain >= ${CHAINS} or position < 1 order by id limit ${STRAYS_MAX}`;
