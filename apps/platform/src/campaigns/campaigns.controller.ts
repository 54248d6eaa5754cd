import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/auth';
import { knownBy, Operation, Problem } from '#libs/http';
import { PlatformConfig } from '../config.js';
import { sessionSender, type Sender } from '../sending/sender.js';
import { changed, toCampaignPage, toCampaignResponse, toDraft } from './campaign.mapper.js';
import { CampaignsService } from './campaigns.service.js';
import {
  CreateCampaignRequest,
  ListCampaignsQuery,
  StartCampaignRequest,
  UpdateCampaignRequest,
} from './dto/campaign.requests.js';
import { CampaignPageResponse, CampaignResponse } from './dto/campaign.responses.js';

const Known = knownBy(CampaignsService, (campaigns, { id = '' }) => campaigns.read(currentTenantId(), id));

@ApiTags('Campaigns')
@Controller('api/campaigns')
export class CampaignsController {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly config: PlatformConfig,
  ) {}

  @Post()
  @Session()
  @Operation({
    summary: 'Add a campaign, as a draft',
    description: 'An e-mail to everybody on a list. Liquid, filled in with name, email, phone and attributes.',
    success: { status: 201, type: CampaignResponse },
    errors: [409],
  })
  async create(
    @Body() body: CreateCampaignRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CampaignResponse> {
    const campaign = await this.campaigns.create(this.sender(), toDraft(body));
    response.setHeader('Location', `/api/campaigns/${campaign.id}`);
    return toCampaignResponse(campaign);
  }

  @Get()
  @Session()
  @Operation({
    summary: 'List campaigns, newest first',
    success: { status: 200, type: CampaignPageResponse },
  })
  async list(@Query() { status, cursor, limit }: ListCampaignsQuery): Promise<CampaignPageResponse> {
    return toCampaignPage(await this.campaigns.list(currentTenantId(), status, cursor, limit));
  }

  @Get(':id')
  @Session()
  @Known()
  @Operation({
    summary: 'Read a campaign, with how far it has come',
    success: { status: 200, type: CampaignResponse },
  })
  async read(@Param('id') id: string): Promise<CampaignResponse> {
    return toCampaignResponse(await this.campaigns.read(currentTenantId(), id));
  }

  @Patch(':id')
  @Session()
  @Known()
  @Operation({
    summary: 'Change a draft',
    success: { status: 200, type: CampaignResponse },
    errors: [409],
  })
  async update(@Param('id') id: string, @Body() body: UpdateCampaignRequest): Promise<CampaignResponse> {
    if (Object.values(body).every((value) => value === undefined)) {
      throw new Problem('MissingParameter', { message: 'Give at least one field to change' });
    }
    return toCampaignResponse(await this.campaigns.update(currentTenantId(), id, (draft) => changed(draft, body)));
  }

  @Delete(':id')
  @Session()
  @Known()
  @Operation({ summary: 'Remove a draft', success: { status: 204 }, errors: [409] })
  async delete(@Param('id') id: string): Promise<void> {
    await this.campaigns.delete(currentTenantId(), id);
  }

  @Post(':id/start')
  @Session()
  @HttpCode(200)
  @Known()
  @Operation({
    summary: 'Start a draft, now or at a time',
    success: { status: 200, type: CampaignResponse },
    errors: [402, 409],
  })
  async start(@Param('id') id: string, @Body() { SendAt }: StartCampaignRequest): Promise<CampaignResponse> {
    return toCampaignResponse(await this.campaigns.start(this.sender(), id, SendAt));
  }

  @Post(':id/pause')
  @Session()
  @HttpCode(200)
  @Known()
  @Operation({
    summary: 'Pause a campaign; what was accepted is sent',
    success: { status: 200, type: CampaignResponse },
    errors: [409],
  })
  async pause(@Param('id') id: string): Promise<CampaignResponse> {
    return toCampaignResponse(await this.campaigns.pause(currentTenantId(), id));
  }

  @Post(':id/resume')
  @Session()
  @HttpCode(200)
  @Known()
  @Operation({
    summary: 'Go on with a paused campaign, where it stopped',
    success: { status: 200, type: CampaignResponse },
    errors: [402, 409],
  })
  async resume(@Param('id') id: string): Promise<CampaignResponse> {
    return toCampaignResponse(await this.campaigns.resume(this.sender(), id));
  }

  @Post(':id/cancel')
  @Session()
  @HttpCode(200)
  @Known()
  @Operation({
    summary: 'End a campaign that is scheduled, running or paused; what was accepted is sent',
    success: { status: 200, type: CampaignResponse },
    errors: [409],
  })
  async cancel(@Param('id') id: string): Promise<CampaignResponse> {
    return toCampaignResponse(await this.campaigns.cancel(currentTenantId(), id));
  }

  private sender(): Sender {
    return sessionSender(this.config.isProduction);
  }
}
