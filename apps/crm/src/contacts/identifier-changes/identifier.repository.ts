import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import type { IdentifierChange } from './identifier-changes.js';

/** Changes of the e-mail addresses and telephone numbers of contacts that the transaction has locked. */
@Injectable()
export class IdentifierRepository {
  /** Violates contact_identifier__value__uq if another live contact has one of the values. */
  async apply(tx: EntityManager, tenantId: TenantId, { deleted, updated, inserted }: IdentifierChange): Promise<void> {
    if (deleted.length > 0) await tx.delete(ContactIdentifier, { tenantId, id: In(deleted.map(({ id }) => id)) });
    for (const { id, isPrimary, blindIndex, untaggedIndex, domainIndex, sealed } of updated)
      await tx.update(
        ContactIdentifier,
        { tenantId, id },
        { isPrimary, blindIndex, untaggedIndex, domainIndex, sealed },
      );
    if (inserted.length > 0) await tx.insert(ContactIdentifier, inserted);
  }

  /** Frees the values of a deleted contact, or claims those of a restored one. */
  async setLive(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>, isLive: boolean): Promise<void> {
    await tx.update(ContactIdentifier, { tenantId, contactId }, { isLive });
  }
}
