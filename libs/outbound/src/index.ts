export { AddressGuard, InvalidAllowList } from './address-guard.js';
export { UrlRefused, type UrlRefusal } from './errors.js';
export { OutboundClient, type CheckedUrl, type OutboundOptions, type OutboundRequest } from './outbound-client.js';
export {
  isDelivered,
  type OutboundAnswer,
  type OutboundFailure,
  type OutboundFailureKind,
  type OutboundResult,
} from './result.js';
export { WEBHOOK_RETRY_DELAYS, webhookRetryDelay } from './retry-schedule.js';
export { InvalidWebhookSecret, newWebhookSecret } from './webhook-secret.js';
export { signWebhook, type WebhookToSign } from './webhook-signature.js';
export {
  verifyWebhook,
  WEBHOOK_TOLERANCE_SECONDS,
  type WebhookToVerify,
  type WebhookVerdict,
} from './webhook-verification.js';
