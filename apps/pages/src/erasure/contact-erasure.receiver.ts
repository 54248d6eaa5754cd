import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { recordAudit } from '#libs/core/audit';
import { PersonErasers } from '#libs/privacy/data-rights';
import type { ErasedPerson } from './erased-person.js';

/** Erases what Pages has of a contact that the CRM has erased: each feature what it holds. */
@Injectable()
export class ContactErasureReceiver {
  constructor(private readonly erasers: PersonErasers<ErasedPerson>) {}

  @OnAppEvent('crm.contact.erased')
  async erase(tx: EntityManager, { tenantId, payload }: AppEvent<'crm.contact.erased'>): Promise<void> {
    const { leadIds, phones, contactId } = payload;
    const emails = payload.emails.map((email) => email.toLowerCase());
    const after = await this.erasers.erase(tx, tenantId, {
      emails,
      phones,
      addresses: [...emails, ...phones],
      leadIds,
    });
    const object = { type: 'crm-contact', id: contactId };
    await recordAudit(tx, { action: 'crm-contact.erased', object, tenantId, after });
  }
}
