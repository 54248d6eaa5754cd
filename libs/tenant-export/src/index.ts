export { RowOpener, type OpenRow } from './row-opener.js';
export { TenantExportClient, type TenantExportClientOptions } from './tenant-export-client.js';
export { TenantExportModule } from './tenant-export.module.js';
export type { TenantExportOptions } from './tenant-export-options.js';
export { TenantExportReader } from './tenant-export-reader.js';
export type { ExportDescription, ExportedFile, TenantExportSource } from './tenant-export-source.js';
