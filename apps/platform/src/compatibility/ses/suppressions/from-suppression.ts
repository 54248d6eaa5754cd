import type { Suppression } from '../../../suppressions/suppression.entity.js';
import type { SuppressionReason } from '../../../suppressions/suppression.js';
import { invalidField } from '#libs/core/http';
import { TheirFields } from '../../frame/their-fields.js';

/** Reasons of SES for ours. What a person or a recipient has suppressed counts as a complaint there. */
const SUPPRESSED_FOR: Readonly<Partial<Record<SuppressionReason, string>>> = {
  bounce: 'BOUNCE',
  complaint: 'COMPLAINT',
  unsubscribe: 'COMPLAINT',
  manual: 'COMPLAINT',
};

/** Says whether SES has a reason for an entry: it has none for that of an erased person. */
export const isKnownReason = ({ reason }: Suppression): boolean => Object.hasOwn(SUPPRESSED_FOR, reason);

/** Our reasons for those that a client filters by; undefined for all. @throws Problem InvalidParameter */
export function filteredReasons(names: readonly string[]): SuppressionReason[] | undefined {
  if (names.length === 0) return undefined;
  if (!names.every((name) => name === 'BOUNCE' || name === 'COMPLAINT'))
    throw invalidField('InvalidParameter', 'Reason', 'must be BOUNCE or COMPLAINT');
  return (Object.keys(SUPPRESSED_FOR) as SuppressionReason[]).filter((reason) =>
    names.some((name) => name === SUPPRESSED_FOR[reason]),
  );
}

/** @throws Problem ValidationError for a reason that SES does not have */
export function reasonOf(fields: TheirFields): string {
  const reason = fields.requiredText('Reason');
  if (reason === 'BOUNCE') return 'bounce';
  if (reason === 'COMPLAINT') return 'complaint';
  throw fields.invalid('Reason', 'must be BOUNCE or COMPLAINT');
}

/** Entry in a list of suppressed addresses. */
export const fromListedSuppression = ({ address, reason, createdAt }: Suppression): object => ({
  EmailAddress: address,
  Reason: SUPPRESSED_FOR[reason],
  LastUpdateTime: createdAt.getTime() / 1_000,
});

export const fromSuppression = (entry: Suppression): object => ({
  ...fromListedSuppression(entry),
  Attributes: { FeedbackId: entry.id, ...(entry.messageId && { MessageId: entry.messageId }) },
});
