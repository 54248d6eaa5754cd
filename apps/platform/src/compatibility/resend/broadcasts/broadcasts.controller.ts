import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, currentTenantId } from '#libs/core/auth';
import type { Campaign } from '../../../campaigns/campaign.entity.js';
import { KnownCampaign, visibleEnvironment } from '../../../campaigns/known-campaign.js';
import { CampaignsService } from '../../../campaigns/campaigns.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { listOf, type TheirList } from '../frame/list-page.js';
import { fromBroadcast, fromListedBroadcast } from './from-broadcast.js';
import { TheirBroadcasts } from './their-broadcasts.js';

/** Campaigns as clients of Resend know them. */
@ApiExcludeController()
@Controller('broadcasts')
export class ResendBroadcastsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly broadcasts: TheirBroadcasts,
  ) {}

  @Post()
  @ApiKey('campaigns:write')
  async create(@Body() body: unknown): Promise<object> {
    return { id: await this.broadcasts.create(TheirFields.of(body)) };
  }

  @Get()
  @ApiKey('campaigns:read')
  list(@Query() query: object): Promise<TheirList> {
    const filter = { environment: visibleEnvironment() };
    return listOf(
      { ...query },
      'cam',
      (page) => this.campaigns.listPage(currentTenantId(), filter, page),
      fromListedBroadcast,
    );
  }

  @Get(':id')
  @ApiKey('campaigns:read')
  get(@KnownCampaign() campaign: Campaign): object {
    return fromBroadcast(campaign);
  }

  @Patch(':id')
  @ApiKey('campaigns:write')
  async update(@KnownCampaign() campaign: Campaign, @Body() body: unknown): Promise<object> {
    await this.broadcasts.update(campaign, TheirFields.of(body));
    return { id: campaign.id };
  }

  @Post(':id/send')
  @HttpCode(200)
  @ApiKey('campaigns:write')
  async send(@KnownCampaign() campaign: Campaign, @Body() body: unknown): Promise<object> {
    await this.broadcasts.send(campaign, TheirFields.of(body ?? {}).text('scheduled_at'));
    return { id: campaign.id };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiKey('campaigns:write')
  async cancel(@KnownCampaign() campaign: Campaign): Promise<object> {
    await this.campaigns.cancel(campaign);
    return { object: 'broadcast', id: campaign.id };
  }

  @Post(':id/duplicate')
  @ApiKey('campaigns:write')
  async duplicate(@KnownCampaign() campaign: Campaign): Promise<object> {
    return { object: 'broadcast', id: await this.broadcasts.duplicate(campaign) };
  }

  /** Removes a draft; of one that is scheduled, the sending. */
  @Delete(':id')
  @HttpCode(200)
  @ApiKey('campaigns:write')
  async delete(@KnownCampaign() campaign: Campaign): Promise<object> {
    if (campaign.status === 'scheduled') await this.campaigns.cancel(campaign);
    else await this.campaigns.delete(campaign);
    return { object: 'broadcast', id: campaign.id, deleted: true };
  }
}
