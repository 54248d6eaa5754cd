import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { AdmissionModule } from '../admission/admission.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { TestSendsModule } from '../test-sends/test-sends.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
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
import { CampaignAudienceController } from './trial/campaign-audience.controller.js';
import { CampaignTrialController } from './trial/campaign-trial.controller.js';
import { CampaignAudiences } from './trial/campaign-audience.js';
import { CampaignTrial } from './trial/campaign-trial.js';
import { CampaignTrialResolver } from './trial/campaign-trial.resolver.js';
import { ListsOfCampaigns } from './lists-of-campaigns.js';
import { MessageCampaignResolver } from './graphql/message-campaign.resolver.js';

@Module({
  imports: [
    AdmissionModule,
    ContactsModule,
    EmailsModule,
    ListsModule,
    SendingModule,
    SuppressionsModule,
    TemplatesModule,
    TenantEventsModule,
    TestSendsModule,
  ],
  controllers: [
    CampaignsController,
    CampaignTrialController,
    CampaignAudienceController,
    byKey(CampaignsController, { read: 'campaigns:read', write: 'campaigns:write' }),
  ],
  providers: [
    CampaignAudiences,
    CampaignMails,
    CampaignRelations,
    CampaignRelationsResolver,
    CampaignRepository,
    CampaignSending,
    CampaignStepsResolver,
    CampaignTrial,
    CampaignTrialResolver,
    CampaignsResolver,
    CampaignsService,
    StrandedCampaigns,
    ListsOfCampaigns,
    MessageCampaignResolver,
  ],
  exports: [CampaignsService],
})
export class CampaignsModule {}
