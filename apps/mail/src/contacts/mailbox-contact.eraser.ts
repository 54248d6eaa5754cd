import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { DELETE_FROM_ADDRESS_BOOKS } from './erase-mailbox-contact.sql.js';

/** Deletes an erased person from the address books of the tenant. */
@Injectable()
@ErasesPersonIn(['mailbox_contact'])
export class MailboxContactEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { addresses }: ErasedPerson): Promise<{ contacts: number }> {
    return { contacts: await exec(tx, DELETE_FROM_ADDRESS_BOOKS, [tenantId, addresses]) };
  }
}
