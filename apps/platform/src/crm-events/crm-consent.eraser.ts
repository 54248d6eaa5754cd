import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { many, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../erasure/erased-person.js';
import { normalAddress } from '../suppressions/suppression.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { DELETE_NOTICES } from './crm-consent.sql.js';

/** Forgets the consents of an erased person. Its addresses stay suppressed, by their hashes. */
@Injectable()
@ErasesPersonIn(['consent_notice', 'suppression'])
export class CrmConsentEraser implements ErasesPerson<ErasedPerson> {
  constructor(private readonly suppressions: SuppressionRepository) {}

  async erase(tx: EntityManager, tenantId: TenantId, person: ErasedPerson): Promise<void> {
    const held = new Set(person.heldElsewhere);
    const free = person.addresses.filter((address) => !held.has(normalAddress(address)));
    const rows = await many<{ address: string }>(tx, DELETE_NOTICES, [tenantId, free, person.erasedAt]);
    const fresh = new Set(rows.map(({ address }) => normalAddress(address)));
    await this.suppressions.erase(
      tx,
      tenantId,
      free.filter((address) => !fresh.has(normalAddress(address))),
    );
  }
}
