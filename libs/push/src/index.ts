export { ApnsTransport } from './apns/apns-transport.js';
export type { ApnsOptions } from './apns/apns-transport.js';
export type { ApnsKey } from './apns/provider-token.js';
export { PushFailure } from './failure.js';
export type { PushFailureDetails, PushFailureKind } from './failure.js';
export { FcmTransport } from './fcm/fcm-transport.js';
export type { FcmOptions } from './fcm/fcm-transport.js';
export { parseServiceAccount } from './fcm/service-account.js';
export type { ServiceAccount } from './fcm/service-account.js';
export { sandboxOutcome, SandboxPushTransport } from './sandbox/sandbox-transport.js';
export type { SandboxOptions, SandboxOutcome } from './sandbox/sandbox-transport.js';
export type {
  PushContent,
  PushDevice,
  PushMessage,
  PushPlatform,
  PushReceipt,
  PushTransport,
  TopicMessage,
  TopicTransport,
} from './transport.js';
export { InvalidSubscription, parseSubscription } from './web/subscription.js';
export type { WebSubscription } from './web/subscription.js';
export { generateVapidKeys } from './web/vapid.js';
export type { VapidKeys } from './web/vapid.js';
export { WEB_PAYLOAD_BYTES, WebPushTransport } from './web/web-push-transport.js';
export type { Urgency, WebPushOptions } from './web/web-push-transport.js';
