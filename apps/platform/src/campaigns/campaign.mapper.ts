import type { Page } from '#libs/persistence';
import type { Campaign, CampaignContent } from './campaign.js';
import type { CampaignDraft } from './campaigns.service.js';
import type { CreateCampaignRequest, UpdateCampaignRequest } from './dto/campaign.requests.js';
import type { CampaignObject, CampaignPageResponse, CampaignResponse } from './dto/campaign.responses.js';

export function toDraft(request: CreateCampaignRequest): CampaignDraft {
  const empty: CampaignContent = {
    source: request.Source,
    replyTo: [],
    templateId: null,
    templateData: {},
    subject: null,
    html: null,
    text: null,
    trackOpens: null,
    trackClicks: null,
    tags: null,
  };
  return changed({ name: request.Name, listId: request.ListId, content: empty }, request);
}

/** The draft with what the request names in place; what it leaves out stays. */
export function changed({ name, listId, content }: CampaignDraft, request: UpdateCampaignRequest): CampaignDraft {
  const given: Partial<CampaignContent> = {
    source: request.Source,
    replyTo: request.ReplyToAddresses,
    templateId: request.TemplateId,
    templateData: request.TemplateData,
    subject: request.Subject,
    html: request.Html,
    text: request.Text,
    trackOpens: request.TrackOpens,
    trackClicks: request.TrackClicks,
    tags: request.Tags,
  };
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { name: request.Name ?? name, listId: request.ListId ?? listId, content: { ...content, ...named } };
}

export function toCampaignResponse(campaign: Campaign): CampaignResponse {
  return { Campaign: toCampaignObject(campaign) };
}

export function toCampaignPage({ items, nextCursor, hasMore }: Page<Campaign>): CampaignPageResponse {
  return { Campaigns: items.map(toCampaignObject), NextCursor: nextCursor, HasMore: hasMore };
}

function toCampaignObject(campaign: Campaign): CampaignObject {
  const { content, recipients, accepted, skipped, failed } = campaign;
  return {
    Id: campaign.id,
    Name: campaign.name,
    Status: campaign.status,
    ListId: campaign.listId,
    Source: content.source,
    ReplyToAddresses: content.replyTo,
    TemplateId: content.templateId,
    TemplateData: content.templateData,
    Subject: content.subject,
    Html: content.html,
    Text: content.text,
    TrackOpens: content.trackOpens,
    TrackClicks: content.trackClicks,
    Tags: content.tags ?? {},
    Progress: { Recipients: recipients, Accepted: accepted, Skipped: skipped, Failed: failed },
    Error: campaign.error,
    SendAt: campaign.sendAt?.toISOString() ?? null,
    CreatedAt: campaign.createdAt.toISOString(),
    UpdatedAt: campaign.updatedAt.toISOString(),
    StartedAt: campaign.startedAt?.toISOString() ?? null,
    EndedAt: campaign.endedAt?.toISOString() ?? null,
  };
}
