import type { OpenRow } from './row-opener.js';

export const AUDIT_TABLE = 'audit_entry';

/** Shows an entry to the tenant: that an operator acted and why, but not which operator, and not from where. */
export function shownAuditEntry(entry: OpenRow): OpenRow {
  if (entry['actor_kind'] !== 'operator' && entry['actor_kind'] !== 'support') return entry;
  return { ...entry, actor_id: null, session_id: null, ip: null, user_agent: null };
}
