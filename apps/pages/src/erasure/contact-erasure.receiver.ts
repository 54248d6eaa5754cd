import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/app-events';
import { recordAudit } from '#libs/audit';
import { exec } from '#libs/persistence';
import { DELETE_ANSWERS, DELETE_LEADS_OF } from './erase-contact.sql.js';

/** Erases the leads of a contact that the CRM has erased. Their files go with the next sweep of the blobs. */
@Injectable()
export class ContactErasureReceiver {
  @OnAppEvent('crm.contact.erased')
  async erase(tx: EntityManager, { tenantId, payload }: AppEvent<'crm.contact.erased'>): Promise<void> {
    const { leadIds, phones, contactId } = payload;
    const emails = payload.emails.map((email) => email.toLowerCase());
    const leads = await exec(tx, DELETE_LEADS_OF, [tenantId, leadIds, emails, phones]);
    await exec(tx, DELETE_ANSWERS, [tenantId, [...emails, ...phones]]);
    const object = { type: 'crm-contact', id: contactId };
    await recordAudit(tx, { action: 'crm-contact.erased', object, tenantId, after: { leads } });
  }
}
