import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { ContactEventDay } from './contact-event-day.entity.js';

/** Deletes what an erased contact did and got. */
@Injectable()
@ErasesPersonIn(['contact_event_day'])
export class EventDaysEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(ContactEventDay, { tenantId, contactId });
  }
}
