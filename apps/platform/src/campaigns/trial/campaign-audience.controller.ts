import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ContactList } from '../../lists/contact-list.entity.js';
import { KnownList } from '../../lists/known-list.js';
import { CampaignAudiences } from './campaign-audience.js';
import { CampaignAudienceQuery, CampaignAudienceResponse } from './campaign-trial.dto.js';

@ApiTags('Lists')
@Session()
@Controller('api/lists/:id/audience')
export class CampaignAudienceController {
  constructor(private readonly audiences: CampaignAudiences) {}

  @Get()
  @Operation({
    summary: 'Count whom a campaign to a list would reach',
    description: 'Exact for lists of up to 10,000 members; an estimate from the first 10,000 for larger ones.',
    success: { status: 200, type: CampaignAudienceResponse },
  })
  async count(
    @KnownList() list: ContactList,
    @Query() { topic }: CampaignAudienceQuery,
  ): Promise<CampaignAudienceResponse> {
    return CampaignAudienceResponse.of(await this.audiences.count(currentTenantId(), list, topic));
  }
}
