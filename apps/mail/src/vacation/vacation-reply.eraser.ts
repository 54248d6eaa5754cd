import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { DELETE_VACATION_REPLIES } from './erase-vacation-reply.sql.js';

/** Forgets that mailboxes answered an erased person by themselves. */
@Injectable()
@ErasesPersonIn(['vacation_reply'])
export class VacationReplyEraser implements ErasesPerson<ErasedPerson> {
  async erase(
    tx: EntityManager,
    tenantId: TenantId,
    { addresses }: ErasedPerson,
  ): Promise<{ vacationReplies: number }> {
    return { vacationReplies: await exec(tx, DELETE_VACATION_REPLIES, [tenantId, addresses]) };
  }
}
