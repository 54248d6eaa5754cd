import { createHash } from 'node:crypto';

/** An entry as verification reads it: every column is the text that was hashed. */
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

/**
 * SHA-256 (hex) of an entry and the hash of the entry before it in its chain. Each field is a netstring, null a hyphen, in
 * a fixed order, so that no two different entries are hashed from the same text.
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
