import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { PlatformConfig } from '../../config.js';
import { currentSender } from '../../sending/sender.js';
import type { Campaign } from '../campaign.entity.js';
import { CampaignsService } from '../campaigns.service.js';
import { StartCampaignRequest } from '../dto/campaign.requests.js';
import { CampaignObject } from '../dto/campaign.responses.js';
import { CampaignArgument } from './campaign-argument.js';

/** Mutations that change the status of a campaign. */
@Session()
@Resolver(() => CampaignObject)
export class CampaignStepsResolver {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly config: PlatformConfig,
  ) {}

  @Mutation(() => CampaignObject, { nullable: true, description: 'Starts a draft, now or at a time.' })
  async startCampaign(
    @CampaignArgument() campaign: Campaign,
    @Args('input', { defaultValue: {} }) { SendAt }: StartCampaignRequest,
  ): Promise<CampaignObject> {
    const sender = currentSender(this.config.isProduction);
    return CampaignObject.of(await this.campaigns.start(sender, campaign, SendAt));
  }

  @Mutation(() => CampaignObject, { nullable: true, description: 'Pauses a campaign; what was accepted is sent.' })
  async pauseCampaign(@CampaignArgument() campaign: Campaign): Promise<CampaignObject> {
    return CampaignObject.of(await this.campaigns.pause(campaign));
  }

  @Mutation(() => CampaignObject, {
    nullable: true,
    description:
      'Goes on with a paused campaign where it stopped: a contact that it has reached gets no second e-mail.',
  })
  async resumeCampaign(@CampaignArgument() campaign: Campaign): Promise<CampaignObject> {
    const sender = currentSender(this.config.isProduction);
    return CampaignObject.of(await this.campaigns.resume(sender, campaign));
  }

  @Mutation(() => CampaignObject, {
    nullable: true,
    description: 'Ends a campaign that is scheduled, running or paused; what was accepted is sent.',
  })
  async cancelCampaign(@CampaignArgument() campaign: Campaign): Promise<CampaignObject> {
    return CampaignObject.of(await this.campaigns.cancel(campaign));
  }
}
