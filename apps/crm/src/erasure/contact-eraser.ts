import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';

/** Part of a feature in the erasure of a contact. */
export interface ErasesContact {
  /**
   * Deletes or empties all that the feature's tables hold of the contact, in the transaction of the erasure. Content
   * that is sealed under the contact's key goes, too.
   */
  eraseContact(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void>;
}

/**
 * Marks a provider that erases what these tables hold of a contact. A test fails for a table with a `contact_id` that no
 * provider names.
 */
export const ErasesContactIn = DiscoveryService.createDecorator<readonly string[]>();
