import type { Migrations } from '#libs/core/persistence';
import { Sending1795000000000 } from './1795000000000-sending.js';
import { Webhooks1795000000100 } from './1795000000100-webhooks.js';
import { Contacts1795000001000 } from './1795000001000-contacts.js';
import { DomainManagement1795000002000 } from './1795000002000-domain-management.js';
import { Feedback1795000003000 } from './1795000003000-feedback.js';
import { Templates1795000004000 } from './1795000004000-templates.js';
import { Push1795000005000 } from './1795000005000-push.js';
import { Reports1795000006000 } from './1795000006000-reports.js';
import { Sms1795000007000 } from './1795000007000-sms.js';
import { FairTurns1796000000000 } from './1796000000000-fair-turns.js';
import { Campaigns1796000001000 } from './1796000001000-campaigns.js';
import { Retention1796000001500 } from './1796000001500-retention.js';
import { Audit1796000002000 } from './1796000002000-audit.js';
import { Admission1796000003000 } from './1796000003000-admission.js';
import { ReportTotals1796000004000 } from './1796000004000-report-totals.js';
import { PlatformCounts1796000013000 } from './1796000013000-platform-counts.js';
import { WebhookOutcomes1796000020000 } from './1796000020000-webhook-outcomes.js';
import { MonthsOfTextsAndPushes1796000030000 } from './1796000030000-months-of-texts-and-pushes.js';
import { Attachments1796000031000 } from './1796000031000-attachments.js';
import { JobContext1797000001000 } from './1797000001000-job-context.js';
import { SmsSenders1797009100000 } from './1797009100000-sms-senders.js';
import { SmsCountries1797009200000 } from './1797009200000-sms-countries.js';
import { FeedbackReportCounts1797009810000 } from './1797009810000-feedback-report-counts.js';
import { UnprovenEndpoints1798000001000 } from './1798000001000-unproven-endpoints.js';
import { Plans1798000004000 } from './1798000004000-plans.js';
import { PushCredentials1798002000000 } from './1798002000000-push-credentials.js';
import { SuppressedNumbers1798009300000 } from './1798009300000-suppressed-numbers.js';
import { InboundTexts1798009400000 } from './1798009400000-inbound-texts.js';
import { SmsCredentials1798009500000 } from './1798009500000-sms-credentials.js';
import { SendingRamps1798009900000 } from './1798009900000-sending-ramps.js';
import { AppEvents1798010000000 } from './1798010000000-app-events.js';
import { ConsentNotices1798010001000 } from './1798010001000-consent-notices.js';
import { BlobContent1798010002000 } from './1798010002000-blob-content.js';
import { TenantRemoval1798082400000 } from './1798082400000-tenant-removal.js';
import { MessageSearch1798082410000 } from './1798082410000-message-search.js';
import { DoubleOptIn1798220010000 } from './1798220010000-double-opt-in.js';
import { FailingWebhooks1798230010000 } from './1798230010000-failing-webhooks.js';
import { QueueHold1798250000000 } from './1798250000000-queue-hold.js';
import { ReportGroups1798260000000 } from './1798260000000-report-groups.js';
import { Topics1798260010000 } from './1798260010000-topics.js';
import { FeedbackKeys1798280010000 } from './1798280010000-feedback-keys.js';
import { Brand1798285000000 } from './1798285000000-brand.js';
import { TagTotals1798290000000 } from './1798290000000-tag-totals.js';
import { TestWebhooks1798291000000 } from './1798291000000-test-webhooks.js';
import { MessageTagMonths1798295000000 } from './1798295000000-message-tag-months.js';
import { MessageTags1798295010000 } from './1798295010000-message-tags.js';
import { PendingCounts1798295020000 } from './1798295020000-pending-counts.js';
import { ErasedAddresses1798320000000 } from './1798320000000-erased-addresses.js';
import { LostLeases1798320010000 } from './1798320010000-lost-leases.js';
import { TenantStatistics1798350000000 } from './1798350000000-tenant-statistics.js';
import { SegmentLists1799000030000 } from './1799000030000-segment-lists.js';
import { MessageFilters1799003100000 } from './1799003100000-message-filters.js';
import { MessageOrigins1799000020000 } from './1799000020000-message-origins.js';
import { QueueSamples1799003200000 } from './1799003200000-queue-samples.js';
import { RawMessages1799003500000 } from './1799003500000-raw-messages.js';
import { TemplateAliases1799003600000 } from './1799003600000-template-aliases.js';
import { ExternalIds1799003610000 } from './1799003610000-external-ids.js';
import { InternetMessageIds1799003620000 } from './1799003620000-internet-message-ids.js';
import { AttachmentUploads1799003630000 } from './1799003630000-attachment-uploads.js';
import { ReceivedEmails1799003700000 } from './1799003700000-received-emails.js';
import { WebhookFormats1799003800000 } from './1799003800000-webhook-formats.js';
import { ReceivedTexts1799004010000 } from './1799004010000-received-texts.js';
import { ReceivedTotals1799004200000 } from './1799004200000-received-totals.js';

export const migrations: Migrations = [
  Sending1795000000000,
  Webhooks1795000000100,
  Contacts1795000001000,
  DomainManagement1795000002000,
  Feedback1795000003000,
  Templates1795000004000,
  Push1795000005000,
  Reports1795000006000,
  Sms1795000007000,
  FairTurns1796000000000,
  Campaigns1796000001000,
  Retention1796000001500,
  Audit1796000002000,
  Admission1796000003000,
  ReportTotals1796000004000,
  PlatformCounts1796000013000,
  WebhookOutcomes1796000020000,
  MonthsOfTextsAndPushes1796000030000,
  Attachments1796000031000,
  JobContext1797000001000,
  SmsSenders1797009100000,
  SmsCountries1797009200000,
  FeedbackReportCounts1797009810000,
  UnprovenEndpoints1798000001000,
  Plans1798000004000,
  PushCredentials1798002000000,
  SuppressedNumbers1798009300000,
  InboundTexts1798009400000,
  SmsCredentials1798009500000,
  SendingRamps1798009900000,
  AppEvents1798010000000,
  ConsentNotices1798010001000,
  BlobContent1798010002000,
  TenantRemoval1798082400000,
  MessageSearch1798082410000,
  DoubleOptIn1798220010000,
  FailingWebhooks1798230010000,
  QueueHold1798250000000,
  ReportGroups1798260000000,
  Topics1798260010000,
  FeedbackKeys1798280010000,
  Brand1798285000000,
  TagTotals1798290000000,
  TestWebhooks1798291000000,
  MessageTagMonths1798295000000,
  MessageTags1798295010000,
  PendingCounts1798295020000,
  ErasedAddresses1798320000000,
  LostLeases1798320010000,
  TenantStatistics1798350000000,
  MessageOrigins1799000020000,
  SegmentLists1799000030000,
  MessageFilters1799003100000,
  QueueSamples1799003200000,
  RawMessages1799003500000,
  TemplateAliases1799003600000,
  ExternalIds1799003610000,
  InternetMessageIds1799003620000,
  AttachmentUploads1799003630000,
  ReceivedEmails1799003700000,
  WebhookFormats1799003800000,
  ReceivedTexts1799004010000,
  ReceivedTotals1799004200000,
];
