import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import type { SmsSender } from './sms-sender.entity.js';

const AUDITED = ['value', 'kind', 'isDefault', 'confirmedBy'] as const;

export type SenderAction = 'sms-sender.added' | 'sms-sender.changed' | 'sms-sender.confirmed' | 'sms-sender.removed';

/** Records a change of a sender. @param sender as it is after the change; as it was, if it is removed */
export async function auditSender(tx: EntityManager, action: SenderAction, sender: SmsSender): Promise<void> {
  const fields = auditFields(sender, AUDITED);
  const { id, tenantId } = sender;
  const change = action === 'sms-sender.removed' ? { before: fields } : { after: fields };
  await recordAudit(tx, { action, object: { type: 'sms-sender', id }, tenantId, ...change });
}
