import { createHash } from 'node:crypto';

/** An entry as the verifier reads it: every column as the text that was hashed. */
export interface ChainedRow {
  id: string;
  chain: string;
  position: string;
  previous_hash: string;
  hash: string;
  occurred_ms: string;
  tenant_id: string | null;
  actor_kind: string;
  actor_id: string | null;
  session_id: string | null;
  action: string;
  object_type: string;
  object_id: string;
  reason: string | null;
  before: string | null;
  after: string | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
}

/** The columns that {@link hashOf} needs, as SQL: times in milliseconds since 1970, JSON in Postgres's own form. */
export const CHAINED_COLUMNS = `id, chain::text, position::text, previous_hash, hash,
  (extract(epoch from occurred_at) * 1000)::bigint::text as occurred_ms, tenant_id, actor_kind, actor_id, session_id,
  action, object_type, object_id, reason, before::text, after::text, ip, user_agent, request_id`;

/**
 * SHA-256 (hex) over an entry and the hash of the one before it in its chain. Each field is written as a netstring,
 * null as a hyphen, in a fixed order: no two different entries have the same form.
 */
export function hashOf(row: ChainedRow): string {
  const fields = [
    row.previous_hash,
    row.chain,
    row.position,
    row.id,
    row.occurred_ms,
    row.tenant_id,
    row.actor_kind,
    row.actor_id,
    row.session_id,
    row.action,
    row.object_type,
    row.object_id,
    row.reason,
    row.before,
    row.after,
    row.ip,
    row.user_agent,
    row.request_id,
  ];
  return createHash('sha256').update(fields.map(netstring).join('')).digest('hex');
}

function netstring(value: string | null): string {
  return value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`;
}
