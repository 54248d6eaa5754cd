import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { eraseChangesOf } from './contact-change.sql.js';

/** Deletes what is logged of an erased contact, but that it is gone: its watchers are still to be told so. */
@Injectable()
@ErasesPersonIn(['contact_change'])
export class ContactChangesEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await eraseChangesOf(tx, tenantId, contactId);
  }
}
