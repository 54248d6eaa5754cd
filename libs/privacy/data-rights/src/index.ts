/** Rights over personal data: what is kept of a person, export and removal of a tenant. */

export { ItemCollector } from './access/item-collector.js';
export { mailboxOf } from './access/mailbox.js';
export { DIALLED_TWICE, formerNumberOf, lineOf, spellingsOf } from './access/phone-spellings.js';
export { SUBJECT_DATA_PATH, type Subject, type SubjectData, type SubjectItem } from './access/subject-data.js';
export { SubjectDataClient, type SubjectDataClientOptions } from './access/subject-data-client.js';
export { ITEMS_MAX, SubjectDataRequest } from './access/subject-data.request.js';
export { AnswersEraser } from './erasure/answers.eraser.js';
export { type ErasesPerson, ErasesPersonIn } from './erasure/erases-person.js';
export { PersonErasers } from './erasure/person-erasers.js';
export { PersonErasureModule } from './erasure/person-erasure.module.js';
export { RowOpener, type OpenRow } from './export/row-opener.js';
export { TenantExportClient, type TenantExportClientOptions } from './export/tenant-export-client.js';
export { TenantExportModule } from './export/tenant-export.module.js';
export type { TenantExportOptions } from './export/tenant-export-options.js';
export { TenantExportReader } from './export/tenant-export-reader.js';
export type { ExportDescription, ExportedFile, TenantExportSource } from './export/tenant-export-source.js';
export { TENANT_REMOVAL_ENTITIES } from './removal/entities.js';
export { type FinishedRemoval, RemovalReport } from './removal/removal-report.js';
export { TenantEraser } from './removal/tenant-eraser.js';
export { TenantRemovalModule } from './removal/tenant-removal.module.js';
export type { TenantRemovalOptions } from './removal/tenant-removal-options.js';
export { tenantRemovalSql } from './removal/tenant-removal-schema.js';
export { TenantRemovals } from './removal/tenant-removals.js';
export { RowsElsewhere } from './rows-elsewhere.js';
export { RegisteredTables } from './registered-tables.js';
