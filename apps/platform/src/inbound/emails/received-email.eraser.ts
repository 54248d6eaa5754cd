import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exec, type TenantId } from '#libs/core/persistence';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import type { ErasedPerson } from '../../erasure/erased-person.js';
import { DELETE_OF_PERSON } from './received-emails.sql.js';

/** Deletes received mail from and to an erased person. Its files go with the next sweep of the blobs. */
@Injectable()
@ErasesPersonIn(['received_email', 'received_attachment'])
export class ReceivedEmailEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { emails }: ErasedPerson): Promise<void> {
    await exec(tx, DELETE_OF_PERSON, [tenantId, emails]);
  }
}
