import { domainOf, parseMailbox } from '#libs/mail/email';
import type { TemplateData, TemplateParts } from '../templates/template-renderer.js';
import type { Campaign } from './campaign.entity.js';

export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'] as const;

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** A campaign that was started and has not ended. */
export const UNFINISHED: CampaignStatus[] = ['scheduled', 'running', 'paused'];

/** Changes of a campaign that goes on after a pause. */
export const RESUMED = { status: 'running', error: null, resumeAt: null } as const;

/** Content that a campaign sends. The parts are a template's, or its own; they are fixed when it starts. */
export interface CampaignContent extends TemplateParts {
  source: string;
  replyTo: string[];
  templateId: string | null;
  templateData: TemplateData;
  /** Null, or absent in those of earlier versions: the list. */
  topicId?: string | null;
  trackOpens: boolean | null;
  trackClicks: boolean | null;
  tags: Record<string, string> | null;
}

/** Fields that may change until the start. */
export type CampaignDraft = Pick<Campaign, 'name' | 'listId' | 'content'>;

/** The domain of the source, as domains are stored; empty if the source has none. */
export const sourceDomainOf = ({ source }: CampaignContent): string => domainOf(parseMailbox(source)?.address ?? '');
