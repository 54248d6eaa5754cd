import type { TenantExportOptions } from '#libs/tenant-export';
import { MemberRows } from './member-rows.js';

/** Identity's part of a tenant's export: all tables of tenants but these, and the names of the members. */
export const IDENTITY_EXPORT: TenantExportOptions = {
  app: 'identity',
  opener: MemberRows,
  leftOut: { tenant_deletion: 'The record of a deletion, which ends the account' },
  withheld: {
    'api_key.secret_hash': 'Verifies the key',
    'invitation.token_hash': 'Verifies the link of the invitation',
    'support_session.operator_id': 'Operators act for the installation; the log has why',
    'support_session.parent_session_id': 'Operators act for the installation; the log has why',
  },
};
