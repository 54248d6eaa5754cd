import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { many, type TenantId } from '#libs/core/persistence';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { EventStore } from '#libs/sites/traffic';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { DELETE_VISITORS_OF } from './erase-visitors.sql.js';

/**
 * Deletes the sessions and recordings of an erased person, found by the leads that the person sent with consent. Sessions without consent lead to
 * nobody; totals are anonymous.
 */
@Injectable()
@ErasesPersonIn(['event', 'session', 'visitor_lead', 'replay_session', 'replay_chunk'])
export class VisitorEraser implements ErasesPerson<ErasedPerson> {
  constructor(private readonly store: EventStore) {}

  async erase(tx: EntityManager, tenantId: TenantId, person: ErasedPerson): Promise<{ sessions: number }> {
    const { leadIds, emails, phones } = person;
    const rows = await many<{ id: string }>(tx, DELETE_VISITORS_OF, [tenantId, leadIds, emails, phones]);
    await this.store.erase(
      tx,
      tenantId,
      rows.map(({ id }) => id),
    );
    return { sessions: rows.length };
  }
}
