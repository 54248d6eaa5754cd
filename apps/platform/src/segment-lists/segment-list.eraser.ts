import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exec, type TenantId } from '#libs/core/persistence';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { DELETE_MEMBERS_OF_PERSON } from './segment-list.sql.js';

/** Deletes which contact of the CRM an erased person was. */
@Injectable()
@ErasesPersonIn(['segment_list_member'])
export class SegmentListEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { emails, phones }: ErasedPerson): Promise<void> {
    await exec(tx, DELETE_MEMBERS_OF_PERSON, [tenantId, emails, phones]);
  }
}
