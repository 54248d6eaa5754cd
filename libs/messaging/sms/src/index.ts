/** Text messages: numbers, senders, segments, carriers. */

export { countryOfNumber, describeNumber, isCountry, parseE164, type NumberDescription } from './phone-number.js';
export { parseSender, SENDER_KINDS, type SenderKind, type SenderValue } from './sender.js';
export { helpLanguage, smsKeyword, type HelpLanguage, type SmsKeyword } from './keywords.js';
export { smsSegments } from './segments.js';
export { isSandboxRecipient } from './sandbox/recipients.js';
export { SmsFailure } from './failure.js';
export type {
  DeliveryReceipt,
  InboundListener,
  InboundText,
  ReceiptListener,
  SmsMessage,
  SmsReceipt,
  SmsTransport,
} from './transport.js';
export { checkSmpp } from './smpp/check.js';
export type { SmppOptions } from './smpp/options.js';
export { SmppTransport } from './smpp/transport.js';
export { HttpSmsTransport, type CallbackOutcome } from './http/transport.js';
export { SandboxSms } from './sandbox/transport.js';
export { parseTwilioCallback, parseTwilioInbound, type FormFields } from './http/callback.js';
export { twilioSignature, verifyTwilioSignature } from './http/signature.js';
