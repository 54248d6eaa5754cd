import { Injectable } from '@nestjs/common';
import { AppEventSender, type ContactChange, MAX_CONTACT_CHANGES } from '#libs/core/app-events';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';

export const CONTACT_EVENTS_RECEIVER = 'platform';

/** Tells Platform what happens to contacts, for the webhooks of the tenant. */
@Injectable()
export class ContactEvents {
  constructor(private readonly events: AppEventSender) {}

  /** Sends changes in the transaction that makes them, many in one event. */
  async changed(tx: SqlExecutor, tenantId: TenantId, changes: readonly ContactChange[]): Promise<void> {
    const parts = Array.from({ length: Math.ceil(changes.length / MAX_CONTACT_CHANGES) }, (_, part) =>
      changes.slice(part * MAX_CONTACT_CHANGES, (part + 1) * MAX_CONTACT_CHANGES),
    );
    await this.events.sendAll(
      tx,
      CONTACT_EVENTS_RECEIVER,
      'crm.contacts.changed',
      parts.map((part) => ({ tenantId, payload: { changes: part } })),
    );
  }

  async promoted(tx: SqlExecutor, tenantId: TenantId, contactId: string): Promise<void> {
    await this.events.send(tx, tenantId, CONTACT_EVENTS_RECEIVER, 'crm.contact.promoted', { contactId });
  }
}
