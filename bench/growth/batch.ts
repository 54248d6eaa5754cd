import { acceptanceGrowth } from '../support/acceptance-growth.js';
import type { GrowthPath } from '../support/growth.js';
import { batchLoad } from '../support/sending.js';

const SIZE = 500;
const CONNECTIONS = 2;

/** `batch` of a tenant that has sent nothing, and of one that has. */
export const batch: GrowthPath = acceptanceGrowth({
  loadOf: (tenant) => batchLoad(tenant, SIZE),
  size: SIZE,
  connections: CONNECTIONS,
});
