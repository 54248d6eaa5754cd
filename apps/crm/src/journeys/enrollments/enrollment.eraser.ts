import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { Id, TenantId } from '#libs/core/persistence';
import type { ErasesContact } from '../../erasure/contact-eraser.js';
import { ContactMessageDay } from '../effects/contact-message-day.entity.js';
import { deleteEnrollmentsOf } from './erase-enrollments.sql.js';

/** Removes the ways of an erased contact through journeys. The totals stay: they have no persons. */
@Injectable()
@ErasesPersonIn(['enrollment', 'enrollment_step', 'contact_message_day'])
export class EnrollmentEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await deleteEnrollmentsOf(tx, tenantId, contactId);
    await tx.delete(ContactMessageDay, { tenantId, contactId });
  }
}
