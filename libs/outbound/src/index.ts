export { UrlRejected } from './errors.js';
export { Gate } from './gate.js';
export { OutboundClient } from './outbound-client.js';
export { isDelivered, type OutboundAnswer, type OutboundFailure, type OutboundResult } from './result.js';
export { retryAfterMs } from './retry-after.js';
export { webhookRetryDelay } from './retry-schedule.js';
export { newWebhookSecret } from './webhook-secret.js';
export { signWebhook } from './webhook-signature.js';
export { verifyWebhook } from './webhook-verification.js';
