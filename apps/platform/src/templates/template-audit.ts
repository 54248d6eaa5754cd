import type { EntityManager } from 'typeorm';
import { auditDifference, auditFields, recordAudit } from '#libs/audit';
import type { TenantId } from '#libs/persistence';
import type { Template } from './template.js';

const TOLD = ['name', 'channel', 'subject'] as const;
const CHANGEABLE = ['name', 'subject', 'html', 'text'] as const;

export async function auditNewTemplate(tx: EntityManager, tenantId: TenantId, template: Template): Promise<void> {
  const after = auditFields(template, TOLD);
  await recordAudit(tx, { action: 'template.created', object: objectOf(template), tenantId, after });
}

/** What was asked for and is so already is no change. */
export async function auditTemplateChange(
  tx: EntityManager,
  tenantId: TenantId,
  before: Template,
  after: Template,
): Promise<void> {
  const difference = auditDifference(before, after, CHANGEABLE);
  if (!difference) return;
  await recordAudit(tx, { action: 'template.changed', object: objectOf(after), tenantId, ...difference });
}

export async function auditGoneTemplate(tx: EntityManager, tenantId: TenantId, template: Template): Promise<void> {
  const before = auditFields(template, TOLD);
  await recordAudit(tx, { action: 'template.deleted', object: objectOf(template), tenantId, before });
}

const objectOf = ({ id }: Template) => ({ type: 'template', id });
