import { Problem } from '#libs/core/http';
import type { CampaignContent, CampaignDraft } from './campaign.js';
import type { CreateCampaignRequest, UpdateCampaignRequest } from './dto/campaign.requests.js';

export function toDraft(request: CreateCampaignRequest): CampaignDraft {
  const empty: CampaignContent = {
    source: request.Source,
    replyTo: [],
    templateId: null,
    templateData: {},
    subject: null,
    html: null,
    text: null,
    topicId: null,
    trackOpens: null,
    trackClicks: null,
    tags: null,
  };
  return changed({ name: request.Name, listId: request.ListId, content: empty }, request);
}

/** The change of a draft. @throws Problem MissingParameter if the request gives no field */
export function toChange(request: UpdateCampaignRequest): (draft: CampaignDraft) => CampaignDraft {
  if (Object.values(request).every((value) => value === undefined)) {
    throw new Problem('MissingParameter', { message: 'Give at least one field to change' });
  }
  return (draft) => changed(draft, request);
}

/** The draft with the fields that the request gives. */
function changed({ name, listId, content }: CampaignDraft, request: UpdateCampaignRequest): CampaignDraft {
  const given: Partial<CampaignContent> = {
    source: request.Source,
    replyTo: request.ReplyToAddresses,
    templateId: request.TemplateId,
    templateData: request.TemplateData,
    subject: request.Subject,
    html: request.Html,
    text: request.Text,
    topicId: request.TopicId,
    trackOpens: request.TrackOpens,
    trackClicks: request.TrackClicks,
    tags: request.Tags,
  };
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { name: request.Name ?? name, listId: request.ListId ?? listId, content: { ...content, ...named } };
}
