import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { Suppression } from './suppression.entity.js';

/** A condition on entries of one tenant. */
export type SuppressionsOf = FindOptionsWhere<Suppression> & Pick<Suppression, 'tenantId'>;

/**
 * Returns entries that no other transaction changes until this one ends. All who change several lock them first, in this one order,
 * so that two transactions with the same ones wait for each other once.
 */
export async function lockSuppressions(tx: EntityManager, where: SuppressionsOf): Promise<Suppression[]> {
  const order = { topic: 'ASC', address: 'ASC', sender: 'ASC' } as const;
  return tx.find(Suppression, { where, order, lock: { mode: 'pessimistic_write' } });
}

type Key = Pick<Suppression, 'topic' | 'address' | 'sender'>;

/** The order in which entries are inserted, for the same reason. */
export const byLockOrder = (one: Key, other: Key): number =>
  compare(one.topic, other.topic) || compare(one.address, other.address) || compare(one.sender, other.sender);

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
