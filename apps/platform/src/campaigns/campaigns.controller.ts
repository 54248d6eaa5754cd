import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import { PlatformConfig } from '../config.js';
import { currentSender, type Sender } from '../sending/sender.js';
import { Campaign } from './campaign.entity.js';
import { toChange, toDraft } from './campaign.mapper.js';
import { CampaignsService } from './campaigns.service.js';
import {
  CreateCampaignRequest,
  ListCampaignsQuery,
  StartCampaignRequest,
  UpdateCampaignRequest,
} from './dto/campaign.requests.js';
import { CampaignPageResponse, CampaignResponse } from './dto/campaign.responses.js';
import { KnownCampaign, visibleEnvironment } from './known-campaign.js';

@ApiTags('Campaigns')
@Controller('api/campaigns')
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly config: PlatformConfig,
  ) {}

  @Post()
  @Session()
  @Created({
    summary: 'Add a campaign, as a draft',
    description: 'An e-mail to the members of a list. Liquid, filled in with name, email, phone and attributes.',
    type: CampaignResponse,
    location: ({ Campaign: { Id } }) => `/api/campaigns/${Id}`,
    errors: [409],
  })
  async create(@Body() body: CreateCampaignRequest): Promise<CampaignResponse> {
    return CampaignResponse.of(await this.campaigns.create(this.sender(), toDraft(body)));
  }

  @Get()
  @Session()
  @Operation({
    summary: 'List campaigns, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: CampaignPageResponse },
  })
  async list(@Query() { status, q, ...page }: ListCampaignsQuery): Promise<CampaignPageResponse> {
    return CampaignPageResponse.of(
      await this.campaigns.listPage(currentTenantId(), { status, text: q, environment: visibleEnvironment() }, page),
    );
  }

  @Get(':id')
  @Session()
  @Operation({
    summary: 'Read a campaign, with how far it has come',
    description: '404 for a campaign of another tenant, as for one that does not exist.',
    success: { status: 200, type: CampaignResponse },
  })
  get(@KnownCampaign() campaign: Campaign): CampaignResponse {
    return CampaignResponse.of(campaign);
  }

  @Patch(':id')
  @Session()
  @Operation({
    summary: 'Change a draft',
    description: '409 for a campaign that is not a draft.',
    success: { status: 200, type: CampaignResponse },
    errors: [409],
  })
  async update(@KnownCampaign() campaign: Campaign, @Body() body: UpdateCampaignRequest): Promise<CampaignResponse> {
    return CampaignResponse.of(await this.campaigns.update(campaign, toChange(body)));
  }

  @Delete(':id')
  @Session()
  @Operation({
    summary: 'Remove a draft',
    description: '409 for a campaign that is not a draft.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@KnownCampaign() campaign: Campaign): Promise<void> {
    await this.campaigns.delete(campaign);
  }

  @Post(':id/start')
  @Session()
  @Operation({
    summary: 'Start a draft, now or at a time',
    description: 'Without SendAt the campaign starts at once.',
    success: { status: 200, type: CampaignResponse },
    errors: [402, 409],
  })
  async start(
    @KnownCampaign() campaign: Campaign,
    @Body() { SendAt }: StartCampaignRequest,
  ): Promise<CampaignResponse> {
    return CampaignResponse.of(await this.campaigns.start(this.sender(), campaign, SendAt));
  }

  @Post(':id/pause')
  @Session()
  @Operation({
    summary: 'Pause a campaign; what was accepted is sent',
    description: 'A paused campaign can be resumed or cancelled.',
    success: { status: 200, type: CampaignResponse },
    errors: [409],
  })
  async pause(@KnownCampaign() campaign: Campaign): Promise<CampaignResponse> {
    return CampaignResponse.of(await this.campaigns.pause(campaign));
  }

  @Post(':id/resume')
  @Session()
  @Operation({
    summary: 'Go on with a paused campaign, where it stopped',
    description: 'A contact that the campaign has reached gets no second e-mail.',
    success: { status: 200, type: CampaignResponse },
    errors: [402, 409],
  })
  async resume(@KnownCampaign() campaign: Campaign): Promise<CampaignResponse> {
    return CampaignResponse.of(await this.campaigns.resume(this.sender(), campaign));
  }

  @Post(':id/cancel')
  @Session()
  @Operation({
    summary: 'End a campaign that is scheduled, running or paused; what was accepted is sent',
    description: 'A cancelled campaign cannot be resumed.',
    success: { status: 200, type: CampaignResponse },
    errors: [409],
  })
  async cancel(@KnownCampaign() campaign: Campaign): Promise<CampaignResponse> {
    return CampaignResponse.of(await this.campaigns.cancel(campaign));
  }

  private sender(): Sender {
    return currentSender(this.config.isProduction);
  }
}
