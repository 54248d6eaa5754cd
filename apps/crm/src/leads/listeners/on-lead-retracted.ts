import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';

export const ON_LEAD_RETRACTED = Symbol('on-lead-retracted');

/** A lead that turned out to be spam. Its contact may be gone. */
export interface RetractedLead {
  tenantId: TenantId;
  leadId: string;
}

type Handler = (tx: EntityManager, lead: RetractedLead) => Promise<unknown>;

/**
 * Makes a provider's method run when a lead turned out to be spam, in the transaction that records it. If the lead was no spam
 * after all, and its contact was removed with it, `@OnLeadCaptured()` tells of it again.
 */
export const OnLeadRetracted =
  () =>
  <Method extends Handler>(target: object, name: string, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(ON_LEAD_RETRACTED, true)(target, name, method);
  };
