import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { ITEMS_MAX, type SubjectData, SubjectDataClient, spellingsOf } from '#libs/privacy/data-rights';
import { recordTrail } from '../audit-trail.js';
import { openContact } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { LeadReceipt } from '../leads/lead-receipt.entity.js';
import { HeldData } from './held-data.service.js';

export const OWN_APP = 'crm';

/** Everything that is held about a contact. */
export interface SubjectExport {
  contactId: string;
  createdAt: Date;
  /** Data of each app, this one first. An app that did not answer is absent. */
  held: ReadonlyMap<string, SubjectData>;
  /** The apps that did not answer. */
  absent: string[];
}

/** Collects what all apps hold about a person. */
@Injectable()
export class SubjectExportService {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly keys: TenantKeys,
    private readonly heldData: HeldData,
    private readonly client: SubjectDataClient,
  ) {}

  /** Whether there is such a contact; a deleted one is still held. */
  async exists(tenantId: TenantId, id: string): Promise<boolean> {
    if (!isId('cnt', id)) return false;
    const found = await this.database.tenant(tenantId, (tx) => this.contacts.findManyWithDeleted(tx, tenantId, [id]));
    return found.length > 0;
  }

  /**
   * Records the export; nothing leaves without that.
   * @throws Problem NotFound, ServiceUnavailable if the audit log takes no entry
   */
  async collect(tenantId: TenantId, id: string): Promise<SubjectExport> {
    const cipher = await this.keys.cipherOf(tenantId);
    const { record, leadIds, own } = await this.database.tenant(tenantId, async (tx) => {
      const [contact] = await this.contacts.findManyWithDeleted(tx, tenantId, [id]);
      if (!contact) throw new Problem('NotFound');
      const opened = openContact(cipher, contact, await this.contacts.listIdentifiers(tx, tenantId, [id]));
      const leads = await tx.find(LeadReceipt, {
        where: { tenantId, contactId: contact.id },
        order: { leadId: 'desc' },
        take: ITEMS_MAX + 1,
      });
      const held = await this.heldData.collect(tx, cipher, opened, leads, ITEMS_MAX);
      const object = { type: 'contact', id };
      const after = { items: held.items.length };
      await recordTrail(tx, { action: 'contact.data-exported', object, tenantId, after });
      return { record: opened, leadIds: leads.map(({ leadId }) => leadId), own: held };
    });
    const subject = { emails: record.emails, phones: record.phones.flatMap(spellingsOf), leadIds };
    const answers = await Promise.all(
      this.client.apps.map(async (app) => [app, await this.client.ask(app, tenantId, subject, ITEMS_MAX)] as const),
    );
    const held = new Map([[OWN_APP, own]]);
    for (const [app, data] of answers) if (data) held.set(app, data);
    return {
      contactId: id,
      createdAt: new Date(),
      held,
      absent: answers.flatMap(([app, data]) => (data ? [] : [app])),
    };
  }
}
