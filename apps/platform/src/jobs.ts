import { APP_EVENT_JOB } from '#libs/core/app-events';
import { type Jobs, kindsOf } from '#libs/core/jobs';
import type { DeliverWebhook } from '#libs/messaging/webhooks';
import type { SendCampaign } from './campaigns/campaign-sending.js';
import type { DeliverMessages } from './delivery/delivery.js';
import type { ReadReceived } from './inbound/receiving/reading-job.js';
import type { ProcessFeedback } from './feedback/reports/feedback-reports.service.js';
import type { JoinJourneyList, SendJourneyMessage } from './journey-messages/journey-message.js';
import type { SendLeadMail } from './lead-mail/lead-mail.js';
import type { AskMember } from './lists/confirmation/confirmation.js';
import type { ReplyToHelp } from './sms/inbound/help-reply.processor.js';
import type { SendSenderCode } from './sms/senders/sender-code.processor.js';

/** The platform's jobs: kind → payload. */
interface PlatformJobs {
  'email.deliver': DeliverMessages;
  'sms.deliver': DeliverMessages;
  'sms.deliver-own': DeliverMessages;
  'push.deliver': DeliverMessages;
  'campaign.send': SendCampaign;
  'feedback.process': ProcessFeedback;
  'inbound.read': ReadReceived;
  'journey-list.join': JoinJourneyList;
  'journey-message.send': SendJourneyMessage;
  'lead-mail.send': SendLeadMail;
  'list.ask-member': AskMember;
  'sms.help': ReplyToHelp;
  'sms.sender-code': SendSenderCode;
  'webhook.deliver': DeliverWebhook;
}

declare module '#libs/core/jobs' {
  interface Jobs extends PlatformJobs {}
}

export const JOB_KINDS = kindsOf<PlatformJobs & Pick<Jobs, typeof APP_EVENT_JOB>>({
  [APP_EVENT_JOB]: true,
  'email.deliver': true,
  'sms.deliver': true,
  'sms.deliver-own': true,
  'push.deliver': true,
  'campaign.send': true,
  'feedback.process': true,
  'inbound.read': true,
  'journey-list.join': true,
  'journey-message.send': true,
  'lead-mail.send': true,
  'list.ask-member': true,
  'sms.help': true,
  'sms.sender-code': true,
  'webhook.deliver': true,
});
