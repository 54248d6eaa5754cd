import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { DELETE_LEADS_OF } from './erase-leads.sql.js';

/** Deletes the leads of an erased person, and with them what was mailed about them. Their files go with the next sweep of the blobs. */
@Injectable()
@ErasesPersonIn(['lead', 'lead_file', 'lead_notice'])
export class LeadEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, person: ErasedPerson): Promise<{ leads: number }> {
    const { leadIds, emails, phones } = person;
    return { leads: await exec(tx, DELETE_LEADS_OF, [tenantId, leadIds, emails, phones]) };
  }
}
