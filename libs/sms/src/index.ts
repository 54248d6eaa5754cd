export { parseE164 } from './phone-number.js';
export { SmsFailure } from './failure.js';
export type { DeliveryReceipt, ReceiptListener, SmsTransport } from './transport.js';
export { SmppTransport } from './smpp/transport.js';
export { HttpSmsTransport, type CallbackOutcome } from './http/transport.js';
export { SandboxSms } from './sandbox/transport.js';
export { twilioSignature } from './http/signature.js';
