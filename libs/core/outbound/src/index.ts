/** Guarded calls to addresses that customers give. */

export { connectorOf } from './dialer/connector.js';
export type { Endpoint } from './addresses/dial.js';
export { DialFailed, GuardedDialer, type Dial } from './dialer/guarded-dialer.js';
export {
  type ArrivingFile,
  DownloadFailed,
  downloadFile,
  downloadTo,
  type DownloadFailure,
  type DownloadOptions,
} from './dialer/download.js';
export { UrlRejected, type UrlRejection } from './errors.js';
export { Gate } from './client/gate.js';
export { OutboundClient } from './client/outbound-client.js';
export { isDelivered, type OutboundAnswer, type OutboundFailure, type OutboundResult } from './client/result.js';
export { retryAfterMs } from './client/retry-after.js';
export { webhookRetryDelay } from './webhooks/retry-schedule.js';
export { parseTarget } from './addresses/target.js';
export { isUsableSecret, newWebhookSecret } from './webhooks/webhook-secret.js';
export { signWebhook } from './webhooks/webhook-signature.js';
export { verifyWebhook } from './webhooks/webhook-verification.js';
