import { Module } from '@nestjs/common';
import { DomainsModule } from '../../domains/domains.module.js';
import { PlansModule } from '../../plans/plans.module.js';
import { ReportsModule } from '../../reports/reports.module.js';
import { SuppressionsModule } from '../../suppressions/suppressions.module.js';
import { TemplatesModule } from '../../templates/templates.module.js';
import { UsageModule } from '../../usage/usage.module.js';
import { TheirEmailsModule } from '../emails/their-emails.module.js';
import { AccountActions } from './actions/account-actions.js';
import { EmailActions } from './actions/email-actions.js';
import { IdentityActions } from './actions/identity-actions.js';
import { TemplateActions } from './actions/template-actions.js';
import { SesIdentities } from './identities/ses-identities.js';
import { SesV2IdentitiesController } from './identities/ses-v2-identities.controller.js';
import { NextTokens } from './next-tokens.js';
import { SendQuota } from './send-quota.js';
import { SesV1Controller } from './ses-v1.controller.js';
import { SesV2AccountController } from './ses-v2-account.controller.js';
import { SesV2EmailsController } from './ses-v2-emails.controller.js';
import { SesV2SuppressionsController } from './suppressions/ses-v2-suppressions.controller.js';
import { SesTemplates } from './templates/ses-templates.js';
import { SesV2TemplatesController } from './templates/ses-v2-templates.controller.js';
import { TemplateUses } from './templates/template-uses.js';

@Module({
  imports: [
    DomainsModule,
    PlansModule,
    ReportsModule,
    SuppressionsModule,
    TemplatesModule,
    TheirEmailsModule,
    UsageModule,
  ],
  controllers: [
    SesV1Controller,
    SesV2AccountController,
    SesV2EmailsController,
    SesV2IdentitiesController,
    SesV2SuppressionsController,
    SesV2TemplatesController,
  ],
  providers: [
    AccountActions,
    EmailActions,
    IdentityActions,
    NextTokens,
    SendQuota,
    SesIdentities,
    SesTemplates,
    TemplateActions,
    TemplateUses,
  ],
})
export class SesModule {}
