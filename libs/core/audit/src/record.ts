import { currentOrigin } from '#libs/core/auth';
import { currentRequest } from '#libs/core/http';
import { exec, newId, type SqlExecutor } from '#libs/core/persistence';
import { auditRows, INSERT_AUDIT_ENTRIES, INSERT_AUDIT_ENTRY, valuesInOrder } from './audit-entry.sql.js';
import type { AuditEvent, AuditFields } from './audit-event.js';

const TEXT_MAX = 1_000;
const LIST_MAX = 100;
const USER_AGENT_MAX = 400;

/**
 * Inserts an entry in the transaction of the change. The end of the tenant's chain stays locked until the transaction
 * ends, and other tenants share the chain, so record last.
 *
 * The transaction of a tenant can record entries of that tenant. Entries of no tenant take the system role.
 */
export async function recordAudit(tx: SqlExecutor, event: AuditEvent): Promise<void> {
  await exec(tx, INSERT_AUDIT_ENTRY, auditValues(event));
}

/** Inserts several entries in one statement, in their order; otherwise as {@link recordAudit}. */
export async function recordAudits(tx: SqlExecutor, events: readonly AuditEvent[]): Promise<void> {
  if (events.length > 0) await exec(tx, INSERT_AUDIT_ENTRIES, auditRows(events.map(auditValues)));
}

/** The parameters of an `auditClause`. */
export function auditValues(event: AuditEvent): unknown[] {
  const origin = currentOrigin();
  const actor = event.actor ?? origin.actor;
  return valuesInOrder({
    id: newId('aud'),
    tenantId: event.tenantId ?? null,
    actorKind: actor.kind,
    actorId: actor.id,
    sessionId: actor.sessionId,
    action: event.action,
    objectType: event.object.type,
    objectId: event.object.id,
    reason: event.reason ?? null,
    before: boundedFields(event.before),
    after: boundedFields(event.after),
    ip: origin.ip,
    userAgent: origin.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    requestId: currentRequest()?.requestId ?? null,
  });
}

/** The named fields of an object; no other reaches the log. */
export function auditFields<T extends object, K extends keyof T & string>(of: T, names: readonly K[]): AuditFields {
  return Object.fromEntries(names.filter((name) => of[name] !== undefined).map((name) => [name, of[name]]));
}

/** Returns those of the named fields that a change made different; undefined if there are none. */
export function auditDifference<T extends object, K extends keyof T & string>(
  before: T,
  after: T,
  names: readonly K[],
): { before: AuditFields; after: AuditFields } | undefined {
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return undefined;
  return { before: auditFields(before, changed), after: auditFields(after, changed) };
}

function boundedFields(fields: AuditFields | undefined): AuditFields | null {
  if (!fields) return null;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, bounded(value)]));
}

/** Bounds a value, because the log is no copy of the data, and drops NUL, which jsonb does not accept. */
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, TEXT_MAX).replaceAll('\0', '');
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map(bounded);
  return value;
}
