import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MessageReport } from '#libs/core/app-events';
import type { Id, TenantId } from '#libs/core/persistence';

export const ON_MESSAGES_REPORTED = Symbol('on-messages-reported');

/** Something happened to a message that the CRM has asked for, to a contact that has the address now. */
export interface ReportOfContact extends Pick<MessageReport, 'messageId' | 'channel' | 'change' | 'url' | 'reason'> {
  contactId: Id<'cnt'>;
  /** Purpose as the CRM named it when it asked for the message: `<enrollment>/<seq>`. */
  origin: string;
  occurredAt: Date;
}

export type MessagesReportedHandler = (
  tx: EntityManager,
  tenantId: TenantId,
  reports: readonly ReportOfContact[],
) => Promise<unknown>;

/**
 * Makes a provider's method run for what Platform reports of messages that have an origin, once for each report, with repeated opens
 * and clicks. It runs in the transaction that records them, in which the contacts are locked: if it fails, the report comes again.
 * It must have no other effects than that transaction's. Reports may overtake each other: a click may come before its delivery.
 */
export const OnMessagesReported =
  () =>
  <Method extends MessagesReportedHandler>(
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(ON_MESSAGES_REPORTED, true)(target, name, method);
  };
