import { createHash } from 'node:crypto';
import type { Branch } from '../definition/journey-step.js';

/** Values of a hash of four bytes. */
const RANGE = 2 ** 32;

/**
 * The branch of a split for a contact: by weight over many contacts, and the same each time for one, so that a simulation says where
 * it goes and who comes again goes the same way.
 */
export function branchOf(branches: readonly Branch[], key: string): Branch {
  const total = branches.reduce((sum, { weight }) => sum + weight, 0);
  let place = (createHash('sha256').update(key).digest().readUInt32BE() / RANGE) * total;
  for (const branch of branches) {
    place -= branch.weight;
    if (place < 0) return branch;
  }
  return branches.at(-1)!;
}
