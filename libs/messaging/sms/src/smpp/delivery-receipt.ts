import type { Buffer } from 'node:buffer';

import type { DeliveryReceipt, DeliveryStatus } from '../transport.js';
import type { DeliverSm } from './deliver-sm.js';
import { otherNotations, receiptedId, type ReceiptIds } from './message-id.js';

/** SMPP 3.4 section 5.2.12: of bits 5 to 2 of esm_class, a receipt and an intermediate notification. */
const MESSAGE_TYPE = 0x3c;
const RECEIPT = 0x04;
const INTERMEDIATE = 0x20;

/** Section 5.3.2: receipted_message_id, message_state, network_error_code. */
const TAG = { messageId: 0x001e, messageState: 0x0427, networkError: 0x0423 };

/** Section 5.2.28, in numeric order, with the seven letters of appendix B. */
const STATES = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
];

const STATUS: Readonly<Record<string, DeliveryStatus>> = {
  SCHEDULED: 'sent',
  ENROUTE: 'sent',
  ACCEPTD: 'sent',
  DELIVRD: 'delivered',
  EXPIRED: 'undelivered',
  UNDELIV: 'undelivered',
  // Final by the specification.
  UNKNOWN: 'undelivered',
  DELETED: 'failed',
  REJECTD: 'failed',
  SKIPPED: 'failed',
};

/** Whether this is a receipt and not a message from a telephone. */
export function isDeliveryReceipt({ esmClass, options }: DeliverSm): boolean {
  const type = esmClass & MESSAGE_TYPE;
  // Some service centres send the optional parameters without the type.
  return type === RECEIPT || type === INTERMEDIATE || options.has(TAG.messageId);
}

/**
 * Parses a delivery receipt: from the optional parameters, else from the text of appendix B of SMPP 3.4
 * (`id:… sub:… dlvrd:… submit date:… done date:… stat:DELIVRD err:… text:…`), whose format varies. Undefined without a
 * message id or state.
 */
export function readDeliveryReceipt(pdu: DeliverSm, ids: ReceiptIds, at: Date): DeliveryReceipt | undefined {
  const text = pdu.text.toString('latin1');
  const id = cString(pdu.options.get(TAG.messageId)) || inText(text, 'id');
  const state = stateOf(pdu.options.get(TAG.messageState)) ?? inText(text, 'stat').toUpperCase();
  const status = STATUS[state] ?? STATUS[state.slice(0, 7)];
  if (id === '' || !status) return undefined;
  return {
    carrierId: receiptedId(id, ids),
    otherIds: ids === 'auto' ? otherNotations(id) : undefined,
    recipient: recipientOf(pdu),
    status,
    reason: status === 'delivered' ? undefined : describe(state, pdu, text),
    at,
  };
}

/** The word after `key:`, optionally with a space and quotes. */
function inText(text: string, key: string): string {
  const body = text.split(/\btext:/i)[0] ?? '';
  return new RegExp(`(?:^|\\s)${key}:\\s?"?([^\\s"]+)`, 'i').exec(body)?.[1] ?? '';
}

function cString(octets: Buffer | undefined): string {
  return octets?.toString('latin1').replace(/\0.*$/s, '').trim() ?? '';
}

function stateOf(octets: Buffer | undefined): string | undefined {
  return octets?.length ? STATES[octets.readUInt8(0)] : undefined;
}

function describe(state: string, { options }: DeliverSm, text: string): string {
  const error = networkError(options.get(TAG.networkError)) || inText(text, 'err');
  const detail = /[1-9a-z]/i.test(error) ? `, error ${error.slice(0, 20)}` : '';
  return `${state}${detail}`;
}

/** Section 5.3.2.31: one octet for the network type, two for its error. */
function networkError(octets: Buffer | undefined): string {
  return octets?.length === 3 ? String(octets.readUInt16BE(1)) : '';
}

function recipientOf({ sourceTon, source }: DeliverSm): string | undefined {
  const international = sourceTon === 1 || source.startsWith('+');
  const digits = source.replace(/^\+/, '');
  return international && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}
