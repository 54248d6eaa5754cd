import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { recordAudit } from '#libs/core/audit';
import { PersonErasers, spellingsOf } from '#libs/privacy/data-rights';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { MessagesOfPerson } from '../messages/erasure/messages-of-person.js';
import { normalAddress } from '../suppressions/suppression.js';

/** Erases what Platform has of a contact that the CRM has erased: each feature what it holds. */
@Injectable()
export class ContactErasureReceiver {
  constructor(
    private readonly messages: MessagesOfPerson,
    private readonly erasers: PersonErasers<ErasedPerson>,
  ) {}

  @OnAppEvent('crm.contact.erased')
  async erase(tx: EntityManager, event: AppEvent<'crm.contact.erased'>): Promise<void> {
    const { tenantId, payload, occurredAt } = event;
    const { contactId, heldElsewhere = [] } = payload;
    const phones = [...new Set(payload.phones.flatMap(spellingsOf))];
    const emails = payload.emails.map(normalAddress);
    const person: ErasedPerson = {
      emails,
      phones,
      addresses: [...emails, ...phones],
      heldElsewhere: heldElsewhere.map(normalAddress),
      erasedAt: occurredAt,
      ...(await this.messages.find(tx, tenantId, emails, phones)),
    };
    const after = await this.erasers.erase(tx, tenantId, person);
    const object = { type: 'crm-contact', id: contactId };
    await recordAudit(tx, { action: 'crm-contact.erased', object, tenantId, after });
  }
}
