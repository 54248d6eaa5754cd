import { APP_EVENT_ENTITIES } from '#libs/core/app-events';
import { AUDIT_ENTITIES } from '#libs/core/audit';
import { IDEMPOTENCY_ENTITIES } from '#libs/core/idempotency';
import { OUTBOX_ENTITIES } from '#libs/core/jobs';
import { BLOB_ENTITIES } from '#libs/core/storage';
import type { Entities } from '#libs/core/persistence';
import { TENANT_REMOVAL_ENTITIES } from '#libs/privacy/data-rights';
import { AdmissionVersion } from './admission/admission-version.entity.js';
import { AlertEvent } from './admin/alerts/alert-event.entity.js';
import { AlertRule } from './admin/alerts/alert-rule.entity.js';
import { BlockEntry } from './admin/blocklist/block-entry.entity.js';
import { BlockSuggestion } from './admin/suggestions/block-suggestion.entity.js';
import { CrmConsent } from './crm-events/crm-consent.entity.js';
import { Campaign } from './campaigns/campaign.entity.js';
import { CarrierMessage } from './sms/carrier-message.entity.js';
import { Contact } from './contacts/contact.entity.js';
import { ContactList } from './lists/contact-list.entity.js';
import { ContactListMember } from './lists/contact-list-member.entity.js';
import { DatacenterAsn } from './admin/datacenters/datacenter-asn.entity.js';
import { DomainKey } from './domains/domain-key.entity.js';
import { EventTotal } from './event-counts/event-total.entity.js';
import { FeedbackKey } from './feedback-loop/feedback-key.entity.js';
import { FeedbackReport } from './feedback/reports/feedback-report.entity.js';
import { FeedbackReportCount } from './feedback/reports/feedback-report-count.entity.js';
import { InboundRoute } from './inbound/routes/inbound-route.entity.js';
import { ReceivedAttachment } from './inbound/emails/received-attachment.entity.js';
import { ReceivedEmail } from './inbound/emails/received-email.entity.js';
import { ReceivedTotal } from './inbound/emails/received-total.entity.js';
import { MessageAttachment } from './attachments/message-attachment.entity.js';
import { MessageTag } from './messages/message-tag.entity.js';
import { Message } from './messages/message.entity.js';
import { StoredContent } from './messages/stored-content.entity.js';
import { MessageEvent } from './messages/events/message-event.entity.js';
import { MessageFeedback } from './feedback/message-feedback.entity.js';
import { MessageReceipt } from './sms/message-receipt.entity.js';
import { Plan } from './plans/plan.entity.js';
import { PlatformCount } from './platform-counts/platform-count.entity.js';
import { PlatformSample } from './platform-counts/platform-sample.entity.js';
import { QueueSample } from './platform-counts/queue-sample.entity.js';
import { PushCredential } from './push-credentials/push-credential.entity.js';
import { PushDevice } from './push/devices/push-device.entity.js';
import { PushSite } from './push/site-config/push-site.entity.js';
import { SendingDomain } from './domains/sending-domain.entity.js';
import { SendingRamp } from './ramp/sending-ramp.entity.js';
import { SmsCodeCount } from './sms/senders/sms-code-count.entity.js';
import { InboundText } from './sms/inbound/inbound-text.entity.js';
import { ReceivedText } from './sms/inbound/received/received-text.entity.js';
import { SharedSenderText } from './sms/inbound/shared-sender-text.entity.js';
import { SmsCredential } from './sms/credentials/sms-credential.entity.js';
import { SmsCountryList } from './sms/countries/sms-country-list.entity.js';
import { SmsSender } from './sms/senders/sms-sender.entity.js';
import { AttachmentUpload } from './attachments/uploads/attachment-upload.entity.js';
import { Suppression } from './suppressions/suppression.entity.js';
import { Template } from './templates/template.entity.js';
import { GroupTotal } from './event-counts/group-total.entity.js';
import { TemplateTotal } from './event-counts/template-total.entity.js';
import { Brand } from './brand/brand.entity.js';
import { Topic } from './topics/topic.entity.js';
import { TrackingSetting } from './tracking/settings/tracking-setting.entity.js';
import { UsageCounter } from './usage/usage-counter.entity.js';
import { WebhookAttempt } from './webhooks/delivery/webhook-attempt.entity.js';
import { WebhookDelivery } from './webhooks/delivery/webhook-delivery.entity.js';
import { WebhookEndpoint } from './webhooks/webhook-endpoint.entity.js';
import { WebhookSigningKey } from './webhook-formats/ses/signing-key.entity.js';
import { SegmentListMember } from './segment-lists/segment-list-member.entity.js';
import { SegmentList } from './segment-lists/segment-list.entity.js';

/** Every table of the platform's database. A spec holds them against the migrated schema. */
export const ENTITIES: Entities = [
  ...APP_EVENT_ENTITIES,
  ...AUDIT_ENTITIES,
  ...BLOB_ENTITIES,
  ...OUTBOX_ENTITIES,
  ...TENANT_REMOVAL_ENTITIES,
  AdmissionVersion,
  AlertEvent,
  AlertRule,
  AttachmentUpload,
  BlockEntry,
  BlockSuggestion,
  Campaign,
  CrmConsent,
  CarrierMessage,
  Contact,
  ContactList,
  ContactListMember,
  DatacenterAsn,
  DomainKey,
  EventTotal,
  GroupTotal,
  FeedbackKey,
  FeedbackReport,
  FeedbackReportCount,
  ...IDEMPOTENCY_ENTITIES,
  Message,
  MessageAttachment,
  StoredContent,
  MessageEvent,
  MessageFeedback,
  MessageReceipt,
  MessageTag,
  Plan,
  PlatformCount,
  PlatformSample,
  QueueSample,
  PushCredential,
  PushDevice,
  PushSite,
  InboundRoute,
  ReceivedAttachment,
  ReceivedEmail,
  ReceivedTotal,
  SendingDomain,
  SendingRamp,
  SmsCodeCount,
  InboundText,
  SegmentList,
  SegmentListMember,
  ReceivedText,
  SharedSenderText,
  SmsCountryList,
  SmsCredential,
  SmsSender,
  Suppression,
  Template,
  TemplateTotal,
  Topic,
  Brand,
  TrackingSetting,
  UsageCounter,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookSigningKey,
];
