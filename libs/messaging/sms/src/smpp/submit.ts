import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

import { SmsFailure } from '../failure.js';
import { encodeGsm7 } from '../gsm7.js';
import { splitBody, type SmsEncoding } from '../segments.js';
import type { SmsMessage } from '../transport.js';

/** The fields of one submit_sm (SMPP 3.4 section 4.4.1). */
export type SubmitFields = Record<string, number | string | Buffer>;

export interface Submission {
  /** A submit_sm each, in order. */
  parts: SubmitFields[];
  /** Messages that the network sends; more than `parts` if the service centre splits the message. */
  segments: number;
}

/**
 * How a long message is sent. `udh`: split here, each part with a concatenation header; every service centre accepts it.
 * `payload`: whole, as message_payload (section 5.3.2.32), with one id and one receipt.
 */
export type LongMessages = 'udh' | 'payload';

/** Sections 5.2.5 and 5.2.6. */
const TON = { unknown: 0, international: 1, networkSpecific: 3, alphanumeric: 5 };
const NPI = { unknown: 0, isdn: 1 };
/** Section 5.2.19: the service centre's default alphabet, which is GSM 03.38, and UCS-2. */
const DATA_CODING: Record<SmsEncoding, number> = { gsm7: 0x00, ucs2: 0x08 };
/** Section 5.2.12: the text begins with a user data header. */
const UDHI = 0x40;
/** Section 5.2.17: a receipt for success and failure, and for failure only. */
const REGISTERED = { always: 0x01, onFailure: 0x02 };
/** An octet counts the parts (3GPP TS 23.040 section 9.2.3.24.1). */
const MAX_PARTS = 255;

/** The submit_sm of a message. @throws SmsFailure (permanent) for a message that SMPP cannot carry */
export function submissionOf(message: SmsMessage, from: string | undefined, long: LongMessages): Submission {
  const { encoding, parts } = splitBody(message.body);
  if (parts.length > MAX_PARTS) throw permanent('the message is too long', 'ESME_RINVMSGLEN');
  const common = { ...destination(message.to), ...source(message.from ?? from), data_coding: DATA_CODING[encoding] };
  const segments = parts.length;
  if (segments === 1) return { segments, parts: [whole(common, 'short_message', encode(message.body, encoding))] };
  if (long === 'payload') {
    return { segments, parts: [whole(common, 'message_payload', encode(message.body, encoding))] };
  }
  const reference = referenceOf(message.id);
  return {
    segments,
    parts: parts.map((text, index) => ({
      ...common,
      esm_class: UDHI,
      registered_delivery: index === segments - 1 ? REGISTERED.always : REGISTERED.onFailure,
      short_message: Buffer.concat([header(reference, segments, index + 1), encode(text, encoding)]),
    })),
  };
}

function whole(common: SubmitFields, field: 'short_message' | 'message_payload', text: Buffer): SubmitFields {
  return { ...common, registered_delivery: REGISTERED.always, [field]: text };
}

/** 3GPP TS 23.040 section 9.2.3.24.1: information element 00, three octets of data. */
function header(reference: number, total: number, number: number): Buffer {
  return Buffer.from([5, 0x00, 3, reference, total, number]);
}

/**
 * The same at every attempt, so that a telephone joins parts of an earlier attempt with repeated ones.
 */
function referenceOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt8(0);
}

function encode(text: string, encoding: SmsEncoding): Buffer {
  return encoding === 'gsm7' ? encodeGsm7(text) : Buffer.from(text, 'utf16le').swap16();
}

function destination(to: string): SubmitFields {
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw permanent('the recipient is no E.164 number', 'ESME_RINVDSTADR', 'invalid');
  return { dest_addr_ton: TON.international, dest_addr_npi: NPI.isdn, destination_addr: to.slice(1) };
}

/** A number, a short code, or up to eleven characters of text; undefined lets the carrier choose. */
function source(from: string | undefined): SubmitFields {
  if (from === undefined) return sender(TON.unknown, NPI.unknown, '');
  if (/^\+[1-9]\d{6,14}$/.test(from)) return sender(TON.international, NPI.isdn, from.slice(1));
  if (/^\d{3,8}$/.test(from)) return sender(TON.networkSpecific, NPI.unknown, from);
  if (/^[\x20-\x7e]{1,11}$/.test(from)) return sender(TON.alphanumeric, NPI.unknown, from);
  throw permanent('the sender is neither a number nor a short text', 'ESME_RINVSRCADR');
}

function sender(ton: number, npi: number, address: string): SubmitFields {
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr: address };
}

function permanent(reason: string, code: string, recipient?: 'invalid'): SmsFailure {
  return new SmsFailure(reason, { kind: 'permanent', code, recipient });
}
