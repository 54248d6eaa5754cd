import { Injectable } from '@nestjs/common';
import { Database, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../../audit-trail.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { Timeline } from '../../timeline/timeline.js';
import { ContactEvents } from '../../contact-events/contact-events.js';
import { isAnonymized } from '../contact-problems.js';
import { type ContactRecord, openContact } from '../contact-record.js';
import { ContactRepository } from '../contact.repository.js';
import type { Lifecycle } from '../contact-values.js';
import { ContactsService } from '../contacts.service.js';

/** Makes contacts of leads, and leads of contacts. */
@Injectable()
export class LifecycleService {
  constructor(
    private readonly database: Database,
    private readonly service: ContactsService,
    private readonly contacts: ContactRepository,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
    private readonly events: ContactEvents,
  ) {}

  /**
   * Changes the lifecycle, its timeline and, for a promotion, the event, all or nothing. Nothing happens if it is that
   * already.
   * @throws Problem NotFound
   */
  async change(tenantId: TenantId, authorId: string, id: string, lifecycle: Lifecycle): Promise<ContactRecord> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.service.lockForUpdate(tx, tenantId, id);
      const identifiers = await this.contacts.listIdentifiers(tx, tenantId, [id]);
      const record = openContact(cipher, before, identifiers);
      const from = before.lifecycle;
      if (from === lifecycle) return record;
      if (!record.key) throw isAnonymized();
      const now = new Date();
      const changes = { lifecycle, updatedAt: now, lastActivityAt: now };
      await this.contacts.update(tx, before, changes);
      const data = { from, to: lifecycle };
      await this.timeline.record(tx, before, record.key, { type: 'lifecycle-changed', authorId, data });
      if (lifecycle === 'contact') await this.events.promoted(tx, tenantId, before.id);
      await this.events.changed(tx, tenantId, [{ kind: 'updated', contactId: before.id, fields: ['ciclo'] }]);
      await recordTrail(tx, {
        action: lifecycle === 'contact' ? 'contact.promoted' : 'contact.demoted',
        object: { type: 'contact', id },
        tenantId,
        before: { lifecycle: from },
        after: { lifecycle },
      });
      return { ...record, contact: { ...before, ...changes } };
    });
  }
}
