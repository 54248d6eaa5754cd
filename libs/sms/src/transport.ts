export interface SmsMessage {
  /** Ours, `sms_…`; the same on every attempt to send the message. */
  id: string;
  /** The recipient, E.164. */
  to: string;
  /** E.164, a short code or an alphanumeric sender; the transport's own default when absent. */
  from?: string;
  body: string;
}

/** The carrier's word that the message is its own now. */
export interface SmsReceipt {
  /** The carrier's name for the message: delivery receipts carry it. */
  carrierId: string;
  segments: number;
  /**
   * Only for a message that was handed over in several parts, each of which has a name: all of them in order, the last
   * being `carrierId`. `delivered` counts for `carrierId` alone, a failure for any of them.
   */
  partIds?: readonly string[];
}

/**
 * `sent`: on its way, not final. `delivered`: the telephone has it. `undelivered`: the network had it and could not
 * deliver it. `failed`: it was refused or deleted on the way.
 */
export type DeliveryStatus = 'sent' | 'delivered' | 'undelivered' | 'failed';

/** What a carrier reports later. Carriers repeat themselves, and do not keep to the order of events. */
export interface DeliveryReceipt {
  carrierId: string;
  /**
   * The same name in other notations, for carriers that write it in hexadecimal in one place and in decimal in another.
   * To be tried, with `recipient`, when there is no message by `carrierId`.
   */
  otherIds?: readonly string[];
  /** Whom the message went to, E.164, where the carrier says so. */
  recipient?: string;
  status: DeliveryStatus;
  /** The carrier's words for anything but a delivery, without line breaks. */
  reason?: string;
  /** When it arrived here: carriers give their own times in time zones that they do not name. */
  at: Date;
}

/** Resolves when the receipt is safely recorded. What it rejects, the carrier is asked to report again. */
export type ReceiptListener = (receipt: DeliveryReceipt) => Promise<void>;

/** One way to hand SMS over. Safe to use from many places at a time. */
export interface SmsTransport {
  /** Resolves once the carrier has taken the whole message. Rejects with `SmsFailure` and nothing else. */
  send(message: SmsMessage): Promise<SmsReceipt>;
  /** To be called once, before the first message is sent. Throws for a second listener. */
  onReceipt(listener: ReceiptListener): void;
  /** Lets what is under way come to its end for a short while. Later calls of `send` reject, temporarily. */
  close(): Promise<void>;
}

/** The part of a pino logger that transports use. No number, text or credential is ever passed to it. */
export interface SmsLogger {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
