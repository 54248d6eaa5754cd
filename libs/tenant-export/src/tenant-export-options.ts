import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import type { RowOpener } from './row-opener.js';

export const TENANT_EXPORT_OPTIONS = Symbol('tenant-export-options');

export interface TenantExportOptions {
  /** The name of the app. */
  app: string;
  /** Tables that are not exported, and why, beside those of every app. */
  leftOut?: Readonly<Record<string, string>>;
  /** Columns (`table.column`) that are not exported, and why, beside those of every app. */
  withheld?: Readonly<Record<string, string>>;
  /** Whether the blobs of tenants are exported as files. */
  files?: boolean;
  /** Opens what is sealed in rows. */
  opener?: Type<RowOpener>;
  /** The modules that `opener` needs. */
  imports?: (Type | DynamicModule | ForwardReference)[];
}

/** Tables that no app exports, and why. */
export const NEVER_EXPORTED: Readonly<Record<string, string>> = {
  app_event_received: 'The ids of events between the parts of the service, which keep one from being handled twice',
  blob: 'Names and sizes of stored content; the content that is of use is exported as files',
  idempotency_key: 'Answers that are kept for a day, for calls that are repeated',
  outbox: 'Work that waits; what it works on is in the other tables',
  tenant_removal: 'The record of a removal, which a tenant that exists does not have',
};

const OF_THE_LOG = 'Proves the audit log of all accounts together; of no use without the entries of the others';

/** Columns that no app exports, and why. */
export const NEVER_SHOWN: Readonly<Record<string, string>> = {
  'audit_entry.chain': OF_THE_LOG,
  'audit_entry.position': OF_THE_LOG,
  'audit_entry.previous_hash': OF_THE_LOG,
  'audit_entry.hash': OF_THE_LOG,
};
