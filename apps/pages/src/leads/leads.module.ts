import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { LeadRelations } from './graphql/lead-relations.js';
import { LeadsResolver } from './graphql/leads.resolver.js';
import { LeadExport } from './lead-export.js';
import { LeadEraser } from './lead.eraser.js';
import { LeadRepository } from './lead.repository.js';
import { LeadsController } from './leads.controller.js';
import { LeadsService } from './leads.service.js';
import { SubmissionsController } from './submissions.controller.js';
import { SubmissionsService } from './submissions.service.js';

@Module({
  imports: [FormsModule, PagesFeatureModule],
  controllers: [SubmissionsController, LeadsController],
  providers: [LeadEraser, LeadExport, LeadRelations, LeadRepository, LeadsResolver, LeadsService, SubmissionsService],
})
export class LeadsModule {}
