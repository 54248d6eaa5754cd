import type { DeliveryReceipt, DeliveryStatus, InboundText } from '../transport.js';

/** The fields of a form; a repeated field has all its values. */
export type FormFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Twilio's message statuses that we report; not the earlier ones (`queued`, `accepted`, `sending`). */
const STATUS: Readonly<Record<string, DeliveryStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

/**
 * Parses a status callback (`MessageSid`, `MessageStatus`, `ErrorCode`, `To`); null if it reports no delivery status.
 * Call `verifyTwilioSignature` first.
 */
export function parseTwilioCallback(form: FormFields, at = new Date()): DeliveryReceipt | null {
  const carrierId = field(form, 'MessageSid') || field(form, 'SmsSid');
  const word = (field(form, 'MessageStatus') || field(form, 'SmsStatus')).toLowerCase();
  const status = Object.hasOwn(STATUS, word) ? STATUS[word] : undefined;
  if (carrierId === '' || carrierId.length > 100 || !status) return null;
  return { carrierId, recipient: recipientOf(form), status, reason: reasonOf(form, status, word), at };
}

/** Parses a text that came in (`MessageSid`, `From`, `To`, `Body`); null if it is none. Verify its signature first. */
export function parseTwilioInbound(form: FormFields): InboundText | null {
  const [carrierId, from, to] = [
    field(form, 'MessageSid') || field(form, 'SmsSid'),
    field(form, 'From'),
    field(form, 'To'),
  ];
  if (carrierId === '' || carrierId.length > 100 || from === '' || to === '') return null;
  return { carrierId, from, to, body: field(form, 'Body') };
}

function field(form: FormFields, name: string): string {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}

function recipientOf(form: FormFields): string | undefined {
  const to = field(form, 'To');
  return /^\+[1-9]\d{6,14}$/.test(to) ? to : undefined;
}

function reasonOf(form: FormFields, status: DeliveryStatus, word: string): string | undefined {
  if (status === 'sent' || status === 'delivered') return undefined;
  const code = field(form, 'ErrorCode');
  const message = field(form, 'ErrorMessage');
  const cause = [/^[1-9]\d{0,9}$/.test(code) ? `error ${code}` : '', message].filter((part) => part !== '').join(': ');
  // eslint-disable-next-line no-control-regex -- removes control characters
  return (cause === '' ? word : `${word}, ${cause}`).replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').slice(0, 500);
}
