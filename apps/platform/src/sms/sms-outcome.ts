import type { SmsFailure, SmsMessage, SmsReceipt } from '#libs/messaging/sms';
import type { Attempted, DeliveryOutcome, PendingMessage } from '../delivery/delivery.js';
import type { NewCarrierMessage } from './carrier-message.repository.js';

export const SUPPRESSED: DeliveryOutcome = {
  kind: 'failed',
  reason: 'The number was suppressed before the text left',
  detail: { Suppressed: true },
};

/** A message as a carrier takes it. */
export function outgoing({ id, recipient, sender, text }: PendingMessage): SmsMessage {
  return { id, to: recipient, from: sender || undefined, body: text ?? '' };
}

export function toSent({ carrierId, segments, partIds }: SmsReceipt): DeliveryOutcome {
  const detail = { CarrierId: carrierId, Segments: segments };
  return { kind: 'sent', detail, carrierIds: partIds ?? [carrierId] };
}

/** A text that the carrier may have accepted is not sent again: the carrier cannot deduplicate it. */
export function toOutcome({ kind, code, reason, uncertain }: SmsFailure): DeliveryOutcome {
  const detail = { Reason: reason, ...(code ? { Code: code } : {}), ...(uncertain ? { Uncertain: true } : {}) };
  if (uncertain) return { kind: 'failed', reason: `The carrier may have taken it: ${reason}`, detail };
  return { kind: kind === 'permanent' ? 'failed' : 'deferred', reason, detail };
}

/** The ids that a carrier gave to the parts of a message. */
export function carrierMessagesOf({ message, outcome }: Attempted): NewCarrierMessage[] {
  const carrierIds = outcome.kind === 'sent' ? (outcome.carrierIds ?? []) : [];
  return carrierIds.map((carrierId, index) => ({
    carrierId,
    messageId: message.id,
    isLast: index === carrierIds.length - 1,
  }));
}
