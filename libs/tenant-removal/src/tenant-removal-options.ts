import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import type { RemovalReport } from './removal-report.js';

export const TENANT_REMOVAL_OPTIONS = Symbol('tenant-removal-options');

export interface TenantRemovalOptions {
  /** The name of the app. */
  app: string;
  /** Tables that stay, and why, beside those of every app. */
  kept?: Readonly<Record<string, string>>;
  /** How the app tells that it is done; by an event to identity if absent. */
  report?: Type<RemovalReport>;
  /** The modules that `report` needs. */
  imports?: (Type | DynamicModule | ForwardReference)[];
}

/** Tables that stay in every app, and why. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  audit_entry: 'Links of a chain, which proves by being whole; they name users and objects by their ids',
  tenant_removal: 'The record of the removal itself',
};
