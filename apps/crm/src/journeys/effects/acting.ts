import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { Contact } from '../../contacts/contact.entity.js';
import type { Action } from '../definition/journey-step.js';
import type { EnrollmentChange } from '../enrollments/enrollment-change.js';

/** Time at which steps run, and what a restore means for them. */
export interface Moment {
  now: Date;
  /** Steps that were due until then may have been done by the database that was restored; null without such a restore. */
  leftOutUntil: Date | null;
}

/** An enrollment at a step that acts. */
export interface Acting<A extends Action = Action> {
  change: EnrollmentChange;
  contact: Contact;
  action: A;
}

/** Transaction of a tenant in which steps are done together. */
export interface ActingScope extends Moment {
  tx: EntityManager;
  tenantId: TenantId;
}

/** Says whether a message or a call may have been sent before the restore. */
export const isLeftOut = ({ change }: Acting, { leftOutUntil }: Moment): boolean =>
  leftOutUntil !== null && change.before.dueAt !== null && change.before.dueAt <= leftOutUntil;
