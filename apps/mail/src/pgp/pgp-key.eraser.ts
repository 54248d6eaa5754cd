import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { DELETE_KEYS_OF_OTHERS } from './erase-pgp-key.sql.js';

/** Deletes the keys of an erased person that mailboxes have collected. Keys of the mailboxes themselves stay. */
@Injectable()
@ErasesPersonIn(['pgp_key'])
export class PgpKeyEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { addresses }: ErasedPerson): Promise<{ pgpKeys: number }> {
    return { pgpKeys: await exec(tx, DELETE_KEYS_OF_OTHERS, [tenantId, addresses]) };
  }
}
