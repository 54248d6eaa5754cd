import type { Campaign } from '../../../campaigns/campaign.entity.js';
import { BROADCAST_STATUS } from '../frame/broadcast-status.js';
import { splitPreview } from './preview-text.js';

/** Broadcast in a list of Resend. */
export function fromListedBroadcast(campaign: Campaign): object {
  return {
    id: campaign.id,
    name: campaign.name,
    audience_id: campaign.listId,
    segment_id: campaign.listId,
    status: BROADCAST_STATUS[campaign.status],
    created_at: campaign.createdAt.toISOString(),
    scheduled_at: campaign.sendAt?.toISOString() ?? null,
    sent_at: (campaign.status === 'completed' && campaign.endedAt?.toISOString()) || null,
  };
}

/** Broadcast with its content, in Liquid. */
export function fromBroadcast(campaign: Campaign): object {
  const { source, replyTo, subject, html, text, topicId } = campaign.content;
  const parts = html === null ? { html, preview: null } : splitPreview(html);
  return {
    object: 'broadcast',
    ...fromListedBroadcast(campaign),
    from: source,
    subject,
    reply_to: replyTo,
    preview_text: parts.preview,
    topic_id: topicId ?? null,
    html: parts.html,
    text,
  };
}
