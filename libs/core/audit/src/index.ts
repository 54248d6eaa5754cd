/** Audit log of who changed what, as a chain of hashes. */

export { AuditLog, type AuditFilter } from './audit-log.js';
export { AUDIT_PATH } from './audit.controller.js';
export { AuditModule } from './audit.module.js';
export { AuditEntry } from './audit-entry.entity.js';
export { auditClause, auditRows, auditRowsClause } from './audit-entry.sql.js';
export { type AuditEvent, type AuditFields } from './audit-event.js';
export { auditDifference, auditFields, auditValues, recordAudit, recordAudits } from './record.js';
export { AUDIT_DOWN_SQL, auditSchemaSql } from './schema.js';
export { verifyAudit } from './verify.js';
export { runAuditVerify } from './verify-command.js';
export { AUDIT_ENTITIES } from './entities.js';
