import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';

export const ON_LEAD_CONFIRMED = Symbol('on-lead-confirmed');

/** A lead whose visitor has confirmed the consent by the link in a mail. */
export interface ConfirmedLead {
  tenantId: TenantId;
  leadId: string;
  contactId: Id<'cnt'>;
}

type Handler = (tx: EntityManager, lead: ConfirmedLead) => Promise<unknown>;

/**
 * Makes a provider's method run when the consent of a lead was confirmed, in the transaction that records it. It may run before
 * those of `@OnLeadCaptured()`, which then see the confirmation, and again when the event comes again.
 */
export const OnLeadConfirmed =
  () =>
  <Method extends Handler>(target: object, name: string, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(ON_LEAD_CONFIRMED, true)(target, name, method);
  };
