export { AuditLog } from './audit-log.js';
export { AUDIT_PATH } from './audit.controller.js';
export { AuditModule } from './audit.module.js';
export { AUDIT_PAGE_MAX, AuditQuery } from './audit.query.js';
export { type AuditEntry, type AuditEvent, type AuditFields } from './entry.js';
export {
  auditClause,
  auditDifference,
  auditFields,
  auditValues,
  recordAudit,
  type AuditTransaction,
} from './record.js';
export { AUDIT_DOWN_SQL, auditSchemaSql } from './schema.js';
export { searchAudit, type AuditFilter } from './search.js';
export { verifyAudit, type AuditFault, type AuditVerdict, type ChainHead } from './verify.js';
export { runAuditVerify } from './verify-command.js';
export { AUDIT_ENTITIES } from './entities.js';
