import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byText, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import type { Campaign } from '../campaign.entity.js';
import { CampaignFilters } from '../dto/campaign.requests.js';
import { CampaignObject } from '../dto/campaign.responses.js';

const campaigns = pageConnectionOf<Campaign, CampaignObject, CampaignFilters>('Campaign', CampaignObject, {
  max: 200,
  filters: CampaignFilters,
  orders: new ListOrders('CampaignSort', { ...BY_TIME, ...byText('name') }),
  counted: true,
});

@ArgsType()
export class CampaignConnectionArgs extends campaigns.Args {}

@ObjectType('CampaignConnection')
export class CampaignConnection extends campaigns.Connection {}
