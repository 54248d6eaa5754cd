import { Module } from '@nestjs/common';
import { ContactEventsModule } from '../contact-events/contact-events.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { ContactAnonymizer } from './contact-anonymizer.js';
import { PersonErasureModule } from '#libs/privacy/data-rights';
import { ErasureOutcomes } from './erasure-outcomes.js';
import { ErasureRequestEraser } from './erasure-request.eraser.js';
import { ErasureRequestRepository } from './erasure-request.repository.js';
import { ErasureRequestsController } from './erasure-requests.controller.js';
import { ErasureRequestsResolver } from './graphql/erasure-requests.resolver.js';
import { ErasureRequestsService } from './erasure-requests.service.js';

@Module({
  imports: [ContactEventsModule, ContactsModule, PersonErasureModule, KeysModule],
  controllers: [ErasureRequestsController],
  providers: [
    ContactAnonymizer,
    ErasureOutcomes,
    ErasureRequestEraser,
    ErasureRequestRepository,
    ErasureRequestsResolver,
    ErasureRequestsService,
  ],
  exports: [ContactAnonymizer],
})
export class ErasureRequestsModule {}
