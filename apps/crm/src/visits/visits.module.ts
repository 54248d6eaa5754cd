import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { VisitsController } from './visits.controller.js';
import { VisitsService } from './visits.service.js';

@Module({
  imports: [ActivitiesModule, ContactsModule],
  controllers: [VisitsController],
  providers: [VisitsService],
})
export class VisitsModule {}
