import type { EntityManager } from 'typeorm';
import { auditDifference, auditFields, recordAudit } from '#libs/core/audit';
import type { Template } from './template.entity.js';

const SHOWN = ['name', 'alias', 'channel', 'subject'] as const;
const CHANGEABLE = ['name', 'alias', 'subject', 'html', 'text'] as const;

export async function auditCreatedTemplate(tx: EntityManager, template: Template): Promise<void> {
  const after = auditFields(template, SHOWN);
  await recordAudit(tx, { action: 'template.created', object: objectOf(template), tenantId: template.tenantId, after });
}

/** Writes nothing if no value changed. */
export async function auditChangedTemplate(tx: EntityManager, before: Template, after: Template): Promise<void> {
  const difference = auditDifference(before, after, CHANGEABLE);
  if (!difference) return;
  await recordAudit(tx, {
    action: 'template.changed',
    object: objectOf(after),
    tenantId: after.tenantId,
    ...difference,
  });
}

export async function auditDeletedTemplate(tx: EntityManager, template: Template): Promise<void> {
  const before = auditFields(template, SHOWN);
  await recordAudit(tx, {
    action: 'template.deleted',
    object: objectOf(template),
    tenantId: template.tenantId,
    before,
  });
}

const objectOf = ({ id }: Template) => ({ type: 'template', id });
