import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { recordAudit } from '#libs/core/audit';
import { PersonErasers } from '#libs/privacy/data-rights';
import type { ErasedPerson } from './erased-person.js';

/**
 * Erases what the mailboxes of a tenant have noted of a contact that the CRM has erased. Their mail stays: it is the
 * correspondence of others, too.
 */
@Injectable()
export class ContactErasureReceiver {
  constructor(private readonly erasers: PersonErasers<ErasedPerson>) {}

  @OnAppEvent('crm.contact.erased')
  async erase(tx: EntityManager, { tenantId, payload }: AppEvent<'crm.contact.erased'>): Promise<void> {
    const { emails, heldElsewhere = [], contactId } = payload;
    const held = new Set(heldElsewhere.map((one) => one.toLowerCase()));
    const addresses = emails.map((email) => email.toLowerCase()).filter((address) => !held.has(address));
    const after = await this.erasers.erase(tx, tenantId, { addresses });
    const object = { type: 'crm-contact', id: contactId };
    await recordAudit(tx, { action: 'crm-contact.erased', object, tenantId, after });
  }
}
