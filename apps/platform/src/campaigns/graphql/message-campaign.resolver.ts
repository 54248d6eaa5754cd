import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { TenantLoader } from '#libs/core/graphql';
import { MessageType } from '../../messages/graphql/message.types.js';
import type { Campaign } from '../campaign.entity.js';
import { CampaignsService } from '../campaigns.service.js';
import { CampaignObject } from '../dto/campaign.responses.js';

/** The campaigns that the messages of a list are of, found at once. */
@Resolver(() => MessageType)
export class MessageCampaignResolver {
  private readonly campaigns: TenantLoader<string, Campaign>;

  constructor(campaigns: CampaignsService) {
    this.campaigns = new TenantLoader(
      (tenantId, ids) => campaigns.listByIds(tenantId, ids),
      ({ id }) => id,
    );
  }

  @ResolveField(() => CampaignObject, {
    nullable: true,
    description: 'The campaign that it is of. Null without one, and once that is deleted.',
  })
  async campaign(@Parent() { campaignId }: MessageType): Promise<CampaignObject | null> {
    const campaign = campaignId === null ? undefined : await this.campaigns.load(campaignId);
    return campaign ? CampaignObject.of(campaign) : null;
  }
}
