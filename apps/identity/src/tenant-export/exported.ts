import type { TenantExportOptions } from '#libs/privacy/data-rights';
import { ENTITIES } from '../entities.js';
import { MemberRows } from './member-rows.js';

/** Identity's part of a tenant's export: its tables, and the names of the members. */
export const IDENTITY_EXPORT: TenantExportOptions = { app: 'identity', entities: ENTITIES, opener: MemberRows };
