import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { ActivitiesController } from './activities.controller.js';
import { ActivitiesService } from './activities.service.js';
import { ActivitiesResolver, ContactActivitiesResolver } from './graphql/activities.resolver.js';
import { ActivityRepository } from './activity.repository.js';
import { NotesService } from './notes.service.js';

@Module({
  imports: [ContactsModule, KeysModule, TimelineModule],
  controllers: [ActivitiesController],
  providers: [ActivitiesResolver, ActivitiesService, ActivityRepository, ContactActivitiesResolver, NotesService],
  exports: [ActivitiesService, ActivityRepository],
})
export class ActivitiesModule {}
