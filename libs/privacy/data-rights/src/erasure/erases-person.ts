import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';

/** How many things were erased, by their kind, as the audit log shows it. */
export type ErasedCounts = Readonly<Record<string, number>>;

/** Part of a feature in the erasure of a person. `Person` is all by which the features of an app find what they hold. */
export interface ErasesPerson<Person> {
  /**
   * Deletes or empties all that the feature's tables hold of the person, in the transaction of the erasure. Erasing twice does
   * no harm.
   */
  erase(tx: EntityManager, tenantId: TenantId, person: Person): Promise<ErasedCounts | void>;
}

/**
 * Marks a provider that erases what these tables hold of a person. A test fails for a table whose `@DataRights` says that it is
 * erased and that no provider names, and the other way round.
 */
export const ErasesPersonIn = DiscoveryService.createDecorator<readonly string[]>();
