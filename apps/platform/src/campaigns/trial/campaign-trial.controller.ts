import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { SentMessagesResponse } from '../../dashboard-send/dto/sent-messages.response.js';
import { Sends } from '../../plans/sends.js';
import { Campaign } from '../campaign.entity.js';
import { CampaignsService } from '../campaigns.service.js';
import { CampaignPreviewResponse, PreviewCampaignRequest, SendTestOfCampaignRequest } from './campaign-trial.dto.js';
import { CampaignTrial } from './campaign-trial.js';

const KnownCampaign = knownBy(CampaignsService, (campaigns, { id = '' }) => campaigns.find(currentTenantId(), id));

@ApiTags('Campaigns')
@Session()
@Controller('api/campaigns/:id')
export class CampaignTrialController {
  constructor(private readonly trial: CampaignTrial) {}

  @Post('preview')
  @Operation({
    summary: 'Fill a campaign in for one contact, without sending anything',
    description:
      '422 names a variable that it uses and the contact lacks. The links of the recipient are placeholders.',
    success: { status: 200, type: CampaignPreviewResponse },
  })
  async preview(
    @KnownCampaign() campaign: Campaign,
    @Body() { ContactId, Data }: PreviewCampaignRequest,
  ): Promise<CampaignPreviewResponse> {
    return CampaignPreviewResponse.of(await this.trial.preview(campaign, { contactId: ContactId, data: Data }));
  }

  @Post('test')
  @Sends()
  @Operation({
    summary: 'Send a campaign as a test, to yourself or a member',
    description:
      'Its subject begins with [Test], and it is none of the messages of the campaign. 422 for another address.',
    success: { status: 202, type: SentMessagesResponse },
    errors: [402],
  })
  async test(
    @KnownCampaign() campaign: Campaign,
    @Body() { ContactId, Data, To }: SendTestOfCampaignRequest,
  ): Promise<SentMessagesResponse> {
    return SentMessagesResponse.of(await this.trial.send(campaign, { contactId: ContactId, data: Data }, { to: To }));
  }
}
