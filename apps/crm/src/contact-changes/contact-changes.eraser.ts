import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exec, type Id, type TenantId } from '#libs/core/persistence';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import type { ErasesContact } from '../erasure/contact-eraser.js';

const KEPT = `fields = array['is_deleted'], before = jsonb_build_object('is_deleted', before -> 'is_deleted'),
  after = jsonb_build_object('is_deleted', after -> 'is_deleted')`;

/** Deletes what is logged of an erased contact, but that it is gone: its watchers are still to be told so. */
@Injectable()
@ErasesPersonIn(['contact_change'])
export class ContactChangesEraser implements ErasesContact {
  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    const where = 'where tenant_id = $1 and contact_id = $2';
    const isOther = `not 'is_deleted' = any (fields)`;
    await exec(tx, `delete from contact_change ${where} and ${isOther}`, [tenantId, contactId]);
    await exec(tx, `update contact_change set ${KEPT} ${where}`, [tenantId, contactId]);
  }
}
