import type { Actor, ActorKind } from '#libs/auth';
import type { Id, TenantId } from '#libs/persistence';

/** What is known of an object before or after a change: fields that may be kept and shown, never secrets. */
export type AuditFields = Record<string, unknown>;

/** What happened, as whoever does it tells it. Who did it, and from where, the log finds out by itself. */
export interface AuditEvent {
  /** `<object>.<what happened>` in small letters, as in `tenant.suspended`. */
  action: string;
  object: { type: string; id: string };
  /** Whose data it is about; left out where it is about no tenant's. */
  tenantId?: TenantId;
  before?: AuditFields;
  after?: AuditFields;
  /** The words of whoever did it. */
  reason?: string;
  /** Where the request does not tell who acts: somebody who has just logged in, say. */
  actor?: Actor;
}

/** An entry of the log. */
export interface AuditEntry {
  id: Id<'aud'>;
  occurredAt: Date;
  tenantId: TenantId | null;
  actorKind: ActorKind;
  actorId: string | null;
  sessionId: string | null;
  action: string;
  objectType: string;
  objectId: string;
  reason: string | null;
  before: AuditFields | null;
  after: AuditFields | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}
