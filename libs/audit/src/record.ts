import { currentOrigin } from '#libs/auth';
import { currentRequest } from '#libs/http';
import { newId } from '#libs/persistence';
import type { AuditEvent, AuditFields } from './entry.js';

/** Whatever takes SQL within a transaction: TypeORM's manager, or a connection of the pool. */
export interface AuditTransaction {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

const TEXT_MAX = 1_000;
const LIST_MAX = 100;
const USER_AGENT_MAX = 400;

const COLUMNS = [
  'id',
  'tenant_id',
  'actor_kind',
  'actor_id',
  'session_id',
  'action',
  'object_type',
  'object_id',
  'reason',
  'before',
  'after',
  'ip',
  'user_agent',
  'request_id',
];

const RECORD = `insert into audit_entry (${COLUMNS.join(', ')}) values (${parametersBehind(0)})`;

/**
 * Writes an entry in the transaction of the change itself: both are there, or neither is. The log's end stays locked
 * until the transaction ends, for the tenant and some others, so write it last.
 *
 * Within a tenant's transaction an entry of that tenant can be written; one of no tenant takes the system role.
 */
export async function recordAudit(tx: AuditTransaction, event: AuditEvent): Promise<void> {
  await tx.query(RECORD, auditValues(event));
}

/**
 * The same as a clause of the statement that makes the change, which then needs no transaction around it: SQL that
 * writes an entry if, and as often as, `source` has a row. What else the statement locks should come before.
 * @param taken how many parameters the statement has before those of {@link auditValues}
 */
export function auditClause(source: string, taken: number): string {
  return `insert into audit_entry (${COLUMNS.join(', ')}) select ${parametersBehind(taken)} from ${source}`;
}

/** The parameters of an {@link auditClause}. */
export function auditValues(event: AuditEvent): unknown[] {
  const origin = currentOrigin();
  const actor = event.actor ?? origin.actor;
  return [
    newId('aud'),
    event.tenantId ?? null,
    actor.kind,
    actor.id,
    actor.sessionId,
    event.action,
    event.object.type,
    event.object.id,
    event.reason ?? null,
    fieldsText(event.before),
    fieldsText(event.after),
    origin.ip,
    origin.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    currentRequest()?.requestId ?? null,
  ];
}

function parametersBehind(taken: number): string {
  return COLUMNS.map((_column, index) => `$${taken + index + 1}`).join(', ');
}

/** Of an object the fields that may be kept, and no other: what is not named here never reaches the log. */
export function auditFields<T extends object, K extends keyof T & string>(of: T, names: readonly K[]): AuditFields {
  return Object.fromEntries(names.filter((name) => of[name] !== undefined).map((name) => [name, of[name]]));
}

/** What a change made of an object: of the fields that may be kept those that differ. Undefined when none does. */
export function auditDifference<T extends object, K extends keyof T & string>(
  before: T,
  after: T,
  names: readonly K[],
): { before: AuditFields; after: AuditFields } | undefined {
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return undefined;
  return { before: auditFields(before, changed), after: auditFields(after, changed) };
}

function fieldsText(fields: AuditFields | undefined): string | null {
  if (!fields) return null;
  return JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, bounded(value)])));
}

/** Enough to tell what was changed; the log is no copy of the data. NUL is the one character that jsonb does not take. */
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, TEXT_MAX).replaceAll('\0', '');
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map(bounded);
  return value;
}
