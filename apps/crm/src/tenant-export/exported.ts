import type { TenantExportOptions } from '#libs/tenant-export';
import { KeysModule } from '../keys/keys.module.js';
import { SealedRows } from './sealed-rows.js';

const KEY = 'A key';
const FINDS_EQUALS = 'Finds the contact of an address or a number, which is in the same row';

/** Tables and columns that a tenant's export leaves out. Sealed values are exported in plain text. */
export const CRM_EXPORT: TenantExportOptions = {
  app: 'crm',
  imports: [KeysModule],
  opener: SealedRows,
  leftOut: {
    erased_identifier: 'Finds the addresses of erased people, if they are entered again, and names none',
    tenant_key: 'The key of the tenant; what it seals is exported in plain text',
  },
  withheld: {
    'contact.data_key': KEY,
    'contact_identifier.blind_index': FINDS_EQUALS,
    'contact_identifier.untagged_index': FINDS_EQUALS,
    'contact_export_file.sealed_key': KEY,
    'contact_import.sealed_key': KEY,
    'contact_import_change.previous': 'For undoing the import',
    'contact_merge.undo': 'For undoing the merge',
  },
};
