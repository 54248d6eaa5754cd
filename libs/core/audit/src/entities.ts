import type { Entities } from '#libs/core/persistence';
import { AuditChain } from './audit-chain.entity.js';
import { AuditEntry } from './audit-entry.entity.js';

/** The tables of the audit log, which every app with one has in its database. */
export const AUDIT_ENTITIES: Entities = [AuditChain, AuditEntry];
