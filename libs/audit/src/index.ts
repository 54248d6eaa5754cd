export { type AuditEntry, type AuditEvent, type AuditFields } from './entry.js';
export { auditFields, recordAudit, type AuditTransaction } from './record.js';
export { AUDIT_DOWN_SQL, auditSchemaSql } from './schema.js';
export { verifyAudit, type AuditFault, type AuditVerdict, type ChainHead } from './verify.js';
