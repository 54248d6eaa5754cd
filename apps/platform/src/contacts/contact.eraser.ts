import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { DELETE_CONTACTS } from './erase-contact.sql.js';

/** Deletes the contacts with an address or a number of an erased person, and takes them off their lists. */
@Injectable()
@ErasesPersonIn(['contact', 'contact_list', 'contact_list_member'])
export class ContactEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { emails, phones }: ErasedPerson): Promise<void> {
    await exec(tx, DELETE_CONTACTS, [tenantId, emails, phones]);
  }
}
