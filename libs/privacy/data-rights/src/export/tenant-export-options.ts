import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import type { Entities } from '#libs/core/persistence';
import type { RowsElsewhere } from '../rows-elsewhere.js';
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
  /** Reads rows outside the database. */
  elsewhere?: Type<RowsElsewhere>;
  /** The modules that `opener` and `elsewhere` need. */
  imports?: (Type | DynamicModule | ForwardReference)[];
}
