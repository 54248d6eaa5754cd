import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/app-events';
import { recordAudit } from '#libs/audit';
import { exec, many, type TenantId } from '#libs/persistence';
import { DELETE_TOTALS_OF_TAGS } from '../event-counts/tag-values.sql.js';
import { normalAddress } from '../suppressions/suppression.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import {
  DELETE_ANSWERS,
  DELETE_ATTACHMENTS,
  DELETE_CONTACTS,
  DELETE_DELIVERIES,
  DELETE_NOTICES,
  DELETE_REPORTS,
  DELETE_SHARED_TEXTS,
  DELETE_TAGS,
  EMPTY_CONTENT,
  EMPTY_EVENTS,
  EMPTY_MESSAGES,
  EMPTY_SUBJECTS,
  LIST_MESSAGES_TO,
  LIST_OWN_CONTENT,
  REMOVE_ADDRESSES,
} from './erase-contact.sql.js';

/**
 * Erases what Platform has of a contact that the CRM has erased. Its addresses stay suppressed, by their hashes. Attachments go
 * with the next sweep of the blobs.
 */
@Injectable()
export class ContactErasureReceiver {
  constructor(private readonly suppressions: SuppressionRepository) {}

  @OnAppEvent('crm.contact.erased')
  async erase(tx: EntityManager, event: AppEvent<'crm.contact.erased'>): Promise<void> {
    const { tenantId, payload } = event;
    const emails = payload.emails.map(normalAddress);
    const { phones, contactId, heldElsewhere = [] } = payload;
    const sent = await many<{ id: string; contentId: string }>(tx, LIST_MESSAGES_TO, [tenantId, emails, phones]);
    const ids = sent.map(({ id }) => id);
    const contents = [...new Set(sent.map(({ contentId }) => contentId))];
    const own = (await many<{ id: string }>(tx, LIST_OWN_CONTENT, [tenantId, contents, ids])).map(({ id }) => id);
    const shared = contents.filter((id) => !own.includes(id));
    const addresses = [...emails, ...phones];

    await exec(tx, EMPTY_MESSAGES, [tenantId, ids]);
    // A value that other messages have says nothing of this contact.
    const tags = (await many<{ tag: string }>(tx, DELETE_TAGS, [tenantId, ids])).map(({ tag }) => tag);
    await exec(tx, DELETE_TOTALS_OF_TAGS, [tenantId, tags]);
    await exec(tx, EMPTY_EVENTS, [tenantId, ids]);
    await exec(tx, DELETE_REPORTS, [tenantId, ids]);
    await exec(tx, DELETE_ATTACHMENTS, [tenantId, own]);
    await exec(tx, EMPTY_CONTENT, [tenantId, own]);
    await exec(tx, REMOVE_ADDRESSES, [tenantId, shared, emails, phones]);
    await exec(tx, EMPTY_SUBJECTS, [tenantId, shared, emails, phones]);
    await exec(tx, DELETE_DELIVERIES, [tenantId, addresses]);
    await exec(tx, DELETE_ANSWERS, [tenantId, addresses]);
    await exec(tx, DELETE_CONTACTS, [tenantId, emails, phones]);
    const held = new Set(heldElsewhere.map(normalAddress));
    const free = addresses.filter((address) => !held.has(address));
    await this.suppress(tx, tenantId, free, event.occurredAt);
    await exec(tx, DELETE_SHARED_TEXTS, [tenantId, phones]);
    await recordAudit(tx, {
      action: 'crm-contact.erased',
      object: { type: 'crm-contact', id: contactId },
      tenantId,
      after: { messages: ids.length },
    });
  }

  private async suppress(
    tx: EntityManager,
    tenantId: TenantId,
    addresses: readonly string[],
    erasedAt: Date,
  ): Promise<void> {
    const rows = await many<{ address: string }>(tx, DELETE_NOTICES, [tenantId, addresses, erasedAt]);
    const fresh = new Set(rows.map(({ address }) => address));
    await this.suppressions.erase(
      tx,
      tenantId,
      addresses.filter((address) => !fresh.has(address)),
    );
  }
}
