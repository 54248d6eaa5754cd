export { TENANT_REMOVAL_ENTITIES } from './entities.js';
export { type FinishedRemoval, RemovalReport } from './removal-report.js';
export { TenantEraser } from './tenant-eraser.js';
export { TenantRemovalModule } from './tenant-removal.module.js';
export type { TenantRemovalOptions } from './tenant-removal-options.js';
export { tenantRemovalSql } from './tenant-removal-schema.js';
export { TenantRemovals } from './tenant-removals.js';
