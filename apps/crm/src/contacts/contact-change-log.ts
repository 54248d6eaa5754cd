import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditDifference } from '#libs/core/audit';
import { recordTrail } from '../audit-trail.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import type { Contact } from './contact.entity.js';

/** Fields of a contact that may stand in the audit log: no personal data. A tag is free text, and may name a person. */
export const AUDITED = ['stage', 'ownerId', 'companyId', 'source'] as const;

/** Tells of changes that users make: to Platform, and to the audit log. */
@Injectable()
export class ContactChangeLog {
  constructor(private readonly events: ContactEvents) {}

  /**
   * Records a change, last in its transaction.
   * @param fields the changed fields, as the API names them
   */
  async record(tx: EntityManager, before: Contact, after: Contact, fields: string[]): Promise<void> {
    const { tenantId, id } = after;
    await this.events.changed(tx, tenantId, [{ kind: 'updated', contactId: id, fields }]);
    const difference = auditDifference(before, after, AUDITED);
    await recordTrail(tx, {
      action: 'contact.changed',
      object: { type: 'contact', id },
      tenantId,
      ...(difference && { before: difference.before }),
      after: { ...difference?.after, fields },
    });
  }
}
