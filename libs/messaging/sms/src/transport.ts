export interface SmsMessage {
  /** `sms_…`; the same on every attempt. */
  id: string;
  /** The recipient, E.164. */
  to: string;
  /** E.164, a short code or an alphanumeric sender; the transport's default if absent. */
  from?: string;
  body: string;
}

/** The carrier accepted the message. */
export interface SmsReceipt {
  /** The carrier's message id, as in delivery receipts. */
  carrierId: string;
  segments: number;
  /**
   * The ids of all parts in order, if the message was sent in several; the last one is `carrierId`. `delivered` counts for
   * `carrierId` only, a failure for any of them.
   */
  partIds?: readonly string[];
}

/**
 * `sent`: on its way, not final. `delivered`: on the telephone. `undelivered`: the network could not deliver it.
 * `failed`: rejected or deleted on its way.
 */
export type DeliveryStatus = 'sent' | 'delivered' | 'undelivered' | 'failed';

/** A later report of the carrier. Reports may be repeated and out of order. */
export interface DeliveryReceipt {
  carrierId: string;
  /**
   * The id in other notations (decimal, hexadecimal). Try them, with `recipient`, if no message has `carrierId`.
   */
  otherIds?: readonly string[];
  /** The recipient, E.164, if the carrier reports it. */
  recipient?: string;
  status: DeliveryStatus;
  /** The carrier's reason for anything but a delivery, without line breaks. */
  reason?: string;
  /** Time of arrival here: carriers give local times without a time zone. */
  at: Date;
}

/** Resolves when the receipt is stored. If it rejects, the carrier is asked to retry. */
export type ReceiptListener = (receipt: DeliveryReceipt) => Promise<void>;

/** A text from a telephone. */
export interface InboundText {
  /** The carrier's id of the text, the same when it is repeated; absent if the carrier gives none. */
  carrierId?: string;
  /** The telephone, as the carrier writes it, with `+`. */
  from: string;
  /** The sender that it answers, as the carrier writes it. */
  to: string;
  body: string;
}

/** Resolves when the text is handled. If it rejects, the carrier is asked to retry. */
export type InboundListener = (text: InboundText) => Promise<void>;

/** Sends SMS. Safe for concurrent use. */
export interface SmsTransport {
  /** Resolves when the carrier accepted the whole message. Rejects only with `SmsFailure`. */
  send(message: SmsMessage): Promise<SmsReceipt>;
  /** Call it once, before the first message. @throws Error for a second listener */
  onReceipt(listener: ReceiptListener): void;
  /** Waits a short time for running sends. Later calls of `send` reject with a temporary failure. */
  close(): Promise<void>;
}

/** The used part of a pino logger. It never gets a number, text or credential. */
export interface SmsLogger {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
