import type { Id, TenantId } from '#libs/persistence';
import type { AuditEntry } from './entry.js';
import type { AuditTransaction } from './record.js';

/** What is looked for; all of it applies. */
export interface AuditFilter {
  tenantId?: TenantId;
  /** Id of a user or of a key. */
  actorId?: string;
  /** An action, or with `*` at its end all that begin so. */
  action?: string;
  objectId?: string;
  /** Entries from this moment on, and before that one. */
  from?: Date;
  to?: Date;
  /** Entries before this one. */
  before?: Id<'aud'>;
  limit: number;
}

const COLUMNS = `id, occurred_at as "occurredAt", tenant_id as "tenantId", actor_kind as "actorKind",
  actor_id as "actorId", session_id as "sessionId", action, object_type as "objectType", object_id as "objectId",
  reason, before, after, ip, user_agent as "userAgent", request_id as "requestId"`;

/** Entries that the transaction may see, newest first. */
export async function searchAudit(tx: AuditTransaction, filter: AuditFilter): Promise<AuditEntry[]> {
  const { conditions, values } = conditionsOf(filter);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const text = `select ${COLUMNS} from audit_entry ${where} order by id desc limit $${values.length + 1}`;
  return (await tx.query(text, [...values, filter.limit])) as AuditEntry[];
}

function conditionsOf(filter: AuditFilter): { conditions: string[]; values: unknown[] } {
  const action = filter.action?.endsWith('*') ? undefined : filter.action;
  const actions = action === undefined ? filter.action : undefined;
  const wanted: [string, unknown][] = [
    ['tenant_id =', filter.tenantId],
    ['actor_id =', filter.actorId],
    ['action =', action],
    ['action like', actions && `${literal(actions.slice(0, -1))}%`],
    ['object_id =', filter.objectId],
    ['occurred_at >=', filter.from],
    ['occurred_at <', filter.to],
    ['id <', filter.before],
  ];
  const given = wanted.filter(([, value]) => value !== undefined);
  return {
    conditions: given.map(([condition], index) => `${condition} $${index + 1}`),
    values: given.map(([, value]) => value),
  };
}

const literal = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);
