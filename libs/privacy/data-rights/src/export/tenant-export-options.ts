import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import type { Entities } from '#libs/core/persistence';
import type { RowOpener } from './row-opener.js';

export const TENANT_EXPORT_OPTIONS = Symbol('tenant-export-options');

export interface TenantExportOptions {
  /** The name of the app. */
  app: string;
  /** The entities of the app, whose `@DataRights` say what is left out. */
  entities: Entities;
  /** Whether the blobs of tenants are exported as files. */
  files?: boolean;
  /** Opens what is sealed in rows. */
  opener?: Type<RowOpener>;
  /** The modules that `opener` needs. */
  imports?: (Type | DynamicModule | ForwardReference)[];
}
