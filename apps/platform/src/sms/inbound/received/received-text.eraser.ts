import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exec, type TenantId } from '#libs/core/persistence';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import type { ErasedPerson } from '../../../erasure/erased-person.js';
import { DELETE_TEXTS_OF_PERSON } from './received-texts.sql.js';

/** Deletes the texts that an erased person sent. */
@Injectable()
@ErasesPersonIn(['received_text'])
export class ReceivedTextEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { phones }: ErasedPerson): Promise<void> {
    await exec(tx, DELETE_TEXTS_OF_PERSON, [tenantId, phones]);
  }
}
