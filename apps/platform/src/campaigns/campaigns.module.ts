import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { AdmissionModule } from '../admission/admission.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { TenantEventsModule } from '../tenant-changes/tenant-events.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { CampaignMails } from './campaign-mails.js';
import { CampaignSending } from './campaign-sending.js';
import { CampaignRepository } from './campaign.repository.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsService } from './campaigns.service.js';
import { StrandedCampaigns } from './stranded-campaigns.js';
import { CampaignRelations } from './graphql/campaign-relations.js';
import { CampaignRelationsResolver } from './graphql/campaign-relations.resolver.js';
import { CampaignStepsResolver } from './graphql/campaign-steps.resolver.js';
import { CampaignsResolver } from './graphql/campaigns.resolver.js';
import { ListsOfCampaigns } from './lists-of-campaigns.js';
import { MessageCampaignResolver } from './graphql/message-campaign.resolver.js';

@Module({
  imports: [AdmissionModule, EmailsModule, ListsModule, SendingModule, TemplatesModule, TenantEventsModule],
  controllers: [CampaignsController, byKey(CampaignsController, { read: 'campaigns:read', write: 'campaigns:write' })],
  providers: [
    CampaignMails,
    CampaignRelations,
    CampaignRelationsResolver,
    CampaignRepository,
    CampaignSending,
    CampaignStepsResolver,
    CampaignsResolver,
    CampaignsService,
    StrandedCampaigns,
    ListsOfCampaigns,
    MessageCampaignResolver,
  ],
})
export class CampaignsModule {}
