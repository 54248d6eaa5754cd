import type { TenantExportOptions } from '#libs/privacy/data-rights';
import { ENTITIES } from '../entities.js';
import { KeysModule } from '../keys/keys.module.js';
import { SealedRows } from './sealed-rows.js';

/** The CRM's part of a tenant's export. Sealed values are exported in plain text. */
export const CRM_EXPORT: TenantExportOptions = {
  app: 'crm',
  entities: ENTITIES,
  imports: [KeysModule],
  opener: SealedRows,
};
