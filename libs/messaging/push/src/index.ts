/** Push messages by FCM, APNs and Web Push. */

export { parseApnsPrivateKey } from './apns/tenant-key.js';
export { ApnsTransport } from './apns/apns-transport.js';
export { PushFailure } from './failure.js';
export { FcmTransport } from './fcm/fcm-transport.js';
export { parseServiceAccount, type ServiceAccount } from './fcm/service-account.js';
export { parseTenantAccount } from './fcm/tenant-account.js';
export { InvalidCredential } from './invalid-credential.js';
export { sandboxOutcome, SandboxPushTransport } from './sandbox/sandbox-transport.js';
export type { PushContent, PushDevice, PushPlatform, PushReceipt, PushTransport, TopicTransport } from './transport.js';
export { InvalidSubscription, parseSubscription } from './web/subscription.js';
export { generateVapidKeys, parseVapidKeys } from './web/vapid.js';
export type { VapidKeys } from './web/vapid.js';
export { WEB_PAYLOAD_BYTES, WebPushTransport } from './web/web-push-transport.js';
