export { countryOfNumber, parseE164 } from './phone-number.js';
export { smsSegments, type SmsEncoding, type SmsSegments } from './segments.js';
export { SmsFailure, type RecipientFault, type SmsFailureDetails, type SmsFailureKind } from './failure.js';
export type {
  DeliveryReceipt,
  DeliveryStatus,
  ReceiptListener,
  SmsLogger,
  SmsMessage,
  SmsReceipt,
  SmsTransport,
} from './transport.js';
export { SmppTransport, type SmppStats } from './smpp/transport.js';
export type { Backoff, SmppOptions, SmppTimeouts } from './smpp/options.js';
export type { ReceiptIds } from './smpp/message-id.js';
export type { LongMessages } from './smpp/submit.js';
export { HttpSmsTransport, type CallbackOutcome, type HttpSmsOptions } from './http/transport.js';
export { parseTwilioCallback, type FormFields } from './http/callback.js';
export { twilioSignature, verifyTwilioSignature, type SignedCallback } from './http/signature.js';
export { SandboxSms, type SandboxOptions } from './sandbox/transport.js';
export { SANDBOX_RECIPIENTS, sandboxOutcome, type SandboxOutcome, type SandboxRange } from './sandbox/recipients.js';
