export type { CallOptions } from './call.js';
export {
  ApiError,
  ConnectionError,
  type FieldError,
  ServiceError,
  TimeoutError,
  WebhookVerificationError,
} from './errors.js';
export type { EventStream, ServerEvent } from './event-stream.js';
export type { ErrorCode } from './generated/error-codes.gen.js';
export type * as crm from './generated/crm/types.gen.js';
export type * as identity from './generated/identity/types.gen.js';
export type * as mail from './generated/mail/types.gen.js';
export type * as pages from './generated/pages/types.gen.js';
export type * as platform from './generated/platform/types.gen.js';
export type * as runtime from './generated/runtime/types.gen.js';
export type { Listing } from './listing.js';
export { type ApiName, Service, type ServiceOptions } from './service.js';
export type { Secret } from './transport.js';
export { VERSION } from './version.js';
export type {
  ContactEventData,
  CrmContactEventData,
  MessageEventData,
  WebhookDisabledData,
  WebhookEvent,
  WebhookEventType,
} from './webhook-events.js';
export { verifyWebhook, type WebhookHeaders, type WebhookRequest } from './webhooks.js';
