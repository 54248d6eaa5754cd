import { detailOf, type TheirEvent } from '../their-event.js';
import { WORDS } from '../words.js';

/** Kinds of bounces at Resend; a block is of the sender or its server, and says nothing of the address. */
const BOUNCES: Readonly<Record<string, object>> = {
  hard: { type: 'Permanent', subType: 'General' },
  soft: { type: 'Transient', subType: 'General' },
  block: { type: 'Transient', subType: 'ContentRejected' },
};

/** Body of a webhook as Resend sends it. */
export function resendBody(event: TheirEvent): object {
  const { type, occurredAt, data, email } = event;
  return {
    type: WORDS[type].resend,
    created_at: occurredAt.toISOString(),
    data: {
      ...(data.CampaignId && { broadcast_id: data.CampaignId }),
      created_at: email.createdAt.toISOString(),
      email_id: email.contentId,
      message_id: data.InternetMessageId ?? '',
      from: data.From ?? '',
      to: [data.To],
      subject: data.Subject ?? '',
      ...(data.Tags && { tags: data.Tags }),
      ...detailsOf(event),
    },
  };
}

function detailsOf(event: TheirEvent): object {
  const { type, occurredAt, data } = event;
  if (type === 'email.bounced') {
    const kind = BOUNCES[detailOf(event, 'Type')] ?? { type: 'Undetermined', subType: 'Undetermined' };
    return { bounce: { message: detailOf(event, 'Diagnostic') || (data.Error ?? ''), ...kind } };
  }
  if (type === 'email.failed') return { failed: { reason: data.Error ?? '' } };
  if (type !== 'email.clicked') return {};
  return {
    click: {
      ipAddress: '',
      link: detailOf(event, 'Url'),
      timestamp: occurredAt.toISOString(),
      userAgent: detailOf(event, 'UserAgent'),
    },
  };
}
