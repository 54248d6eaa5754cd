import type { Entities } from '#libs/core/persistence';
import { TenantRemoval } from './tenant-removal.entity.js';

/** The table of removals, for the database of every app that has data of tenants. */
export const TENANT_REMOVAL_ENTITIES: Entities = [TenantRemoval];
