import type { Id } from '#libs/persistence';
import type { TemplateData, TemplateParts } from '../templates/template-renderer.js';

export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'] as const;

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** A campaign that was started and has not ended. */
export const UNFINISHED: CampaignStatus[] = ['scheduled', 'running', 'paused'];

/** What a campaign sends. The parts are a template's, or its own; from its start on they stay as they are. */
export interface CampaignContent extends TemplateParts {
  source: string;
  replyTo: string[];
  templateId: string | null;
  templateData: TemplateData;
  trackOpens: boolean | null;
  trackClicks: boolean | null;
  tags: Record<string, string> | null;
}

/** How far a campaign has come: of so many on the list, each was accepted for sending, skipped or could not be sent to. */
export interface CampaignProgress {
  recipients: number;
  accepted: number;
  skipped: number;
  failed: number;
}

/** One e-mail to everybody on a list. */
export interface Campaign extends CampaignProgress {
  id: string;
  name: string;
  status: CampaignStatus;
  environment: 'live' | 'test';
  listId: Id<'lst'>;
  content: CampaignContent;
  sendAt: Date | null;
  /** Counts starts and resumptions: work that was promised for an earlier one does nothing. */
  run: number;
  /** The last contact that was dealt with; they are in the order of their ids. */
  reached: string;
  error: string | null;
  createdAt: Date;
  updatedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

/** A member of the list, with what a message may say of it. */
export interface CampaignContact {
  id: string;
  email: string | null;
  phone: string | null;
  name: string | null;
  attributes: Record<string, string>;
}
