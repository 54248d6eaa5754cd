import { bodyOf, invalidField } from '#libs/core/http';
import type { CampaignDraft } from '../../../campaigns/campaign.js';
import { toChange, toDraft } from '../../../campaigns/campaign.mapper.js';
import { CreateCampaignRequest, UpdateCampaignRequest } from '../../../campaigns/dto/campaign.requests.js';
import type { TheirFields } from '../../frame/their-fields.js';
import { broadcastToLiquid } from '../frame/placeholders.js';
import { splitPreview, withPreview } from './preview-text.js';

const NAME_MAX = 200;

/** Makes a draft of a body of `POST /broadcasts`; without a name it has that of its subject. @throws Problem */
export function toBroadcast(broadcast: TheirFields): CampaignDraft {
  const request = {
    ...requestOf(broadcast),
    Name: broadcast.text('name') ?? broadcast.requiredText('subject').slice(0, NAME_MAX),
    ListId: segmentOf(broadcast) ?? broadcast.requiredText('segment_id'),
    Source: broadcast.requiredText('from'),
    Subject: liquidOf(broadcast, 'subject') ?? broadcast.requiredText('subject'),
  };
  return previewed(toDraft(bodyOf(request, CreateCampaignRequest)), broadcast);
}

/** Makes the change of a draft of a body of `PATCH /broadcasts/{id}`. @throws Problem, the change too */
export function toBroadcastChange(broadcast: TheirFields): (draft: CampaignDraft) => CampaignDraft {
  const given = { ...requestOf(broadcast), Name: broadcast.text('name'), ListId: segmentOf(broadcast) };
  const request = bodyOf(
    { ...given, Source: broadcast.text('from'), Subject: liquidOf(broadcast, 'subject') },
    UpdateCampaignRequest,
  );
  const isOfPreview = broadcast.has('preview_text') && Object.values(request).every((value) => value === undefined);
  const change = isOfPreview ? (draft: CampaignDraft) => draft : toChange(request);
  return (draft) => {
    const { preview } = splitPreview(draft.content.html ?? '');
    return previewed(change(draft), broadcast, request.Html === undefined ? null : preview);
  };
}

/** Fields that a new broadcast and a change have in common, by our names. */
function requestOf(broadcast: TheirFields): object {
  return {
    Html: liquidOf(broadcast, 'html'),
    Text: liquidOf(broadcast, 'text'),
    ReplyToAddresses: broadcast.has('reply_to') ? broadcast.texts('reply_to') : undefined,
    TopicId: broadcast.textOrNull('topic_id'),
  };
}

const segmentOf = (broadcast: TheirFields): string | undefined =>
  broadcast.text('segment_id') ?? broadcast.text('audience_id');

function liquidOf(broadcast: TheirFields, field: 'subject' | 'html' | 'text' | 'preview_text'): string | undefined {
  const part = broadcast.text(field);
  return part === undefined ? undefined : broadcastToLiquid(part, field);
}

/**
 * The draft with the preview text of the body in its HTML, in place of the one that it had.
 * @param before preview text of HTML that the body replaces
 */
function previewed(draft: CampaignDraft, broadcast: TheirFields, before: string | null = null): CampaignDraft {
  const preview = liquidOf(broadcast, 'preview_text') ?? before;
  if (preview === null) return draft;
  if (draft.content.html === null)
    throw invalidField('ValidationError', 'preview_text', 'needs html, of which it is a part');
  const html = withPreview(splitPreview(draft.content.html).html, preview);
  return { ...draft, content: { ...draft.content, html } };
}
