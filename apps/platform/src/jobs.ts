import { kindsOf } from '#libs/jobs';
import type { SendCampaign } from './campaigns/campaign-sending.js';
import type { DeliverMessages } from './delivery/delivery.js';
import type { ProcessFeedback } from './feedback/feedback-reports.service.js';
import type { DeliverWebhook } from './webhooks/webhook-queue.js';

/** The platform's jobs: kind → payload. */
interface PlatformJobs {
  'email.deliver': DeliverMessages;
  'sms.deliver': DeliverMessages;
  'push.deliver': DeliverMessages;
  'campaign.send': SendCampaign;
  'feedback.process': ProcessFeedback;
  'webhook.deliver': DeliverWebhook;
}

declare module '#libs/jobs' {
  interface Jobs extends PlatformJobs {}
}

export const JOB_KINDS = kindsOf<PlatformJobs>({
  'email.deliver': true,
  'sms.deliver': true,
  'push.deliver': true,
  'campaign.send': true,
  'feedback.process': true,
  'webhook.deliver': true,
});
