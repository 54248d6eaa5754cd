import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import type { Form } from '#libs/sites/forms';

const SHOWN = [
  'name',
  'externalId',
  'origins',
  'redirectTo',
  'requiresConsent',
  'doubleOptIn',
  'legalBasis',
  'retentionDays',
] as const;

type FormAction = 'form.created' | 'form.changed' | 'form.deleted';

/** Records what was done to a form; of its definition, only what decides who may send it and how long leads are kept. */
export async function auditForm(tx: EntityManager, action: FormAction, form: Form): Promise<void> {
  const { tenantId, id } = form;
  const fields = auditFields(form, SHOWN);
  const change = action === 'form.deleted' ? { before: fields } : { after: fields };
  await recordAudit(tx, { action, object: { type: 'form', id }, tenantId, ...change });
}
