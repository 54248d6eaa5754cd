import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import type { Entities } from '#libs/core/persistence';
import type { RowsElsewhere } from '../rows-elsewhere.js';
import type { RemovalReport } from './removal-report.js';

export const TENANT_REMOVAL_OPTIONS = Symbol('tenant-removal-options');

export interface TenantRemovalOptions {
  /** The name of the app. */
  app: string;
  /** The entities of the app, whose `@DataRights` say which rows stay. */
  entities: Entities;
  /** Tables of libs that stay in this app, and why. */
  kept?: Readonly<Record<string, string>>;
  /** How the app tells that it is done; by an event to identity if absent. */
  report?: Type<RemovalReport>;
  /** Deletes rows outside the database. */
  elsewhere?: Type<RowsElsewhere>;
  /** The modules that `report` and `elsewhere` need. */
  imports?: (Type | DynamicModule | ForwardReference)[];
}
