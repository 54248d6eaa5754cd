import type { Actor } from '#libs/core/auth';
import type { TenantId } from '#libs/core/persistence';

/** Fields of an object before or after a change. They may be stored and shown, so no secrets are among them. */
export type AuditFields = Record<string, unknown>;

/** An action to log. The log adds the actor and the origin of the request. */
export interface AuditEvent {
  /** `<object>.<what happened>` in lower case, as in `tenant.suspended`. */
  action: string;
  object: { type: string; id: string };
  /** The tenant whose data it is about; absent for the platform's own. */
  tenantId?: TenantId;
  before?: AuditFields;
  after?: AuditFields;
  /** Reason in the actor's own words. */
  reason?: string;
  /** Replaces the request's principal, for example at a login. */
  actor?: Actor;
}
