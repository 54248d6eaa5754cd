import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../../erasure/erased-person.js';
import { DELETE_SHARED_TEXTS } from './erase-shared-sender-text.sql.js';

/** Forgets that the tenant texted a number of an erased person. */
@Injectable()
@ErasesPersonIn(['shared_sender_text'])
export class SharedSenderTextEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { phones }: ErasedPerson): Promise<void> {
    await exec(tx, DELETE_SHARED_TEXTS, [tenantId, phones]);
  }
}
