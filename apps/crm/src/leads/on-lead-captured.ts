import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import type { LeadToTell, LeadVisitor } from './lead-captured-job.js';

export const ON_LEAD_CAPTURED = Symbol('on-lead-captured');

/** A lead that has become a contact, or belongs to one that was known. */
export interface LeadOfContact extends Omit<LeadToTell, 'sealedVisitor' | 'isRestored'> {
  tenantId: TenantId;
  contactId: Id<'cnt'>;
  visitor: LeadVisitor;
}

export interface OnLeadCapturedOptions {
  /** Also for a lead that was told before, taken for spam then, and is none: for what `@OnLeadRetracted()` took back. */
  alsoRestored?: boolean;
}

type Handler = (tx: EntityManager, lead: LeadOfContact) => Promise<unknown>;

/**
 * Makes a provider's method run once for each captured lead, soon after it has its contact. It runs in the transaction of
 * the tenant that remembers the lead as told, together with the other methods: all take effect, or all run again. It must
 * have no other effects than that transaction's. A lead that is spam by then is left out, and so is one of an erased contact.
 */
export const OnLeadCaptured =
  (options: OnLeadCapturedOptions = {}) =>
  <Method extends Handler>(target: object, name: string, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(ON_LEAD_CAPTURED, options)(target, name, method);
  };
