import type { Suppression } from '../../suppressions/suppression.entity.js';
import { TheirFields } from '../frame/their-fields.js';

/** Reasons of SES for ours. What a person or a recipient has suppressed counts as a complaint there. */
export const SUPPRESSED_FOR: Readonly<Record<string, string>> = {
  bounce: 'BOUNCE',
  complaint: 'COMPLAINT',
  unsubscribe: 'COMPLAINT',
  manual: 'COMPLAINT',
};

/** @throws Problem ValidationError for a reason that SES does not have */
export function reasonOf(fields: TheirFields): string {
  const reason = fields.requiredText('Reason');
  if (reason === 'BOUNCE') return 'bounce';
  if (reason === 'COMPLAINT') return 'complaint';
  throw fields.invalid('Reason', 'must be BOUNCE or COMPLAINT');
}

export function fromSuppression({ address, reason, createdAt, messageId, id }: Suppression): object {
  return {
    EmailAddress: address,
    Reason: SUPPRESSED_FOR[reason],
    LastUpdateTime: createdAt.getTime() / 1_000,
    Attributes: { FeedbackId: id, ...(messageId && { MessageId: messageId }) },
  };
}
