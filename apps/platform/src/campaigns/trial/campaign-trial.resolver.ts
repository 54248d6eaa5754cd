import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { SentMessagesResponse } from '../../dashboard-send/dto/sent-messages.response.js';
import type { ContactList } from '../../lists/contact-list.entity.js';
import { ListsService } from '../../lists/lists.service.js';
import { Sends } from '../../plans/sends.js';
import type { Campaign } from '../campaign.entity.js';
import { CampaignArgument } from '../graphql/campaign-argument.js';
import { CampaignAudiences } from './campaign-audience.js';
import {
  CampaignAudienceResponse,
  CampaignPreviewResponse,
  PreviewCampaignRequest,
  SendTestOfCampaignRequest,
} from './campaign-trial.dto.js';
import { CampaignTrial } from './campaign-trial.js';

const ListOfAudience = knownArgument('listId', ListsService, (lists, id) => lists.find(currentTenantId(), id));

/** Operations on a campaign before its start. */
@Session()
@Resolver(() => CampaignPreviewResponse)
export class CampaignTrialResolver {
  constructor(
    private readonly trial: CampaignTrial,
    private readonly audiences: CampaignAudiences,
  ) {}

  @Query(() => CampaignAudienceResponse, {
    nullable: true,
    description:
      'How many of a list a campaign would reach, and why not the others. Exact for lists of up to 10,000 members; an estimate ' +
      'from the first 10,000 for larger ones.',
  })
  async campaignAudience(
    @ListOfAudience() list: ContactList,
    @Args('topic', {
      type: () => String,
      nullable: true,
      description: 'The topic it is to be of, by its id or slug; the list when absent.',
    })
    topic: string | null,
  ): Promise<CampaignAudienceResponse> {
    return CampaignAudienceResponse.of(await this.audiences.count(currentTenantId(), list, topic ?? undefined));
  }

  @Mutation(() => CampaignPreviewResponse, {
    nullable: true,
    description:
      'Fills a campaign in for one contact and sends nothing. The links of the recipient are placeholders. The error names a variable ' +
      'that it uses and that the contact lacks.',
  })
  async previewCampaign(
    @CampaignArgument() campaign: Campaign,
    @Args('input', { defaultValue: {} }) { ContactId, Data }: PreviewCampaignRequest,
  ): Promise<CampaignPreviewResponse> {
    return CampaignPreviewResponse.of(await this.trial.preview(campaign, { contactId: ContactId, data: Data }));
  }

  @Sends()
  @Mutation(() => SentMessagesResponse, {
    nullable: true,
    description:
      'Sends what previewCampaign fills in as a test, to a verified address of the user or the address of a member. Its subject begins ' +
      'with [Test], and it is none of the messages of the campaign. `idempotencyKey` makes that it can be repeated safely.',
  })
  async sendTestOfCampaign(
    @CampaignArgument() campaign: Campaign,
    @Args('input', { defaultValue: {} }) { ContactId, Data, To }: SendTestOfCampaignRequest,
    @Args('idempotencyKey', { type: () => String, nullable: true }) idempotencyKey: string | null,
  ): Promise<SentMessagesResponse> {
    const call = { to: To, idempotencyKey: idempotencyKey ?? undefined };
    return SentMessagesResponse.of(await this.trial.send(campaign, { contactId: ContactId, data: Data }, call));
  }
}
