import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ContactVisitsResolver } from './graphql/visits.resolver.js';
import { VisitsController } from './visits.controller.js';
import { VisitsService } from './visits.service.js';

@Module({
  imports: [ActivitiesModule, ContactsModule],
  controllers: [VisitsController],
  providers: [ContactVisitsResolver, VisitsService],
})
export class VisitsModule {}
