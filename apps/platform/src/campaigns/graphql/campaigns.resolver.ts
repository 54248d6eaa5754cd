import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { PlatformConfig } from '../../config.js';
import { currentSender } from '../../sending/sender.js';
import type { Campaign } from '../campaign.entity.js';
import { toChange, toDraft } from '../campaign.mapper.js';
import { CampaignsService } from '../campaigns.service.js';
import { CreateCampaignRequest, UpdateCampaignRequest } from '../dto/campaign.requests.js';
import { CampaignObject } from '../dto/campaign.responses.js';
import { CampaignArgument } from './campaign-argument.js';
import { CampaignConnection, CampaignConnectionArgs } from './campaign.types.js';

@Session()
@Resolver(() => CampaignObject)
export class CampaignsResolver {
  constructor(
    private readonly service: CampaignsService,
    private readonly config: PlatformConfig,
  ) {}

  @Query(() => CampaignConnection, { nullable: true, description: 'The campaigns, newest first unless sorted.' })
  async campaigns(@Args() args: CampaignConnectionArgs): Promise<CampaignConnection> {
    const [tenantId, filter] = [currentTenantId(), { status: args.status, text: args.q }];
    return CampaignConnection.read(
      args,
      (page) => this.service.listPage(tenantId, filter, page),
      () => this.service.count(tenantId, filter),
    );
  }

  @Query(() => CampaignObject, { nullable: true, description: 'One campaign, with how far it has come.' })
  campaign(@CampaignArgument() campaign: Campaign): CampaignObject {
    return CampaignObject.of(campaign);
  }

  @Mutation(() => CampaignObject, {
    nullable: true,
    description:
      'Adds a campaign, as a draft. Its parts are Liquid, filled in with name, email, phone and attributes of a contact.',
  })
  async createCampaign(@Args('input') input: CreateCampaignRequest): Promise<CampaignObject> {
    const sender = currentSender(this.config.isProduction);
    return CampaignObject.of(await this.service.create(sender, toDraft(input)));
  }

  @Mutation(() => CampaignObject, {
    nullable: true,
    description: 'Changes a draft. What is absent stays. Conflict for a campaign that is not a draft.',
  })
  async updateCampaign(
    @CampaignArgument() campaign: Campaign,
    @Args('input') input: UpdateCampaignRequest,
  ): Promise<CampaignObject> {
    return CampaignObject.of(await this.service.update(campaign, toChange(input)));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a draft. Conflict for a campaign that is not a draft. Answers its id.',
  })
  async deleteCampaign(@CampaignArgument() campaign: Campaign): Promise<string> {
    await this.service.delete(campaign);
    return campaign.id;
  }
}
