import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ContactsModule } from '../contacts/contacts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { ContactAnonymizer } from './contact-anonymizer.js';
import { ContactErasers } from './contact-erasers.js';
import { ErasureOutcomes } from './erasure-outcomes.js';
import { ErasureRequestEraser } from './erasure-request.eraser.js';
import { ErasureRequestRepository } from './erasure-request.repository.js';
import { ErasureRequestsController } from './erasure-requests.controller.js';
import { ErasureRequestsResolver } from './graphql/erasure-requests.resolver.js';
import { ErasureRequestsService } from './erasure-requests.service.js';

@Module({
  imports: [ContactsModule, DiscoveryModule, KeysModule],
  controllers: [ErasureRequestsController],
  providers: [
    ContactAnonymizer,
    ContactErasers,
    ErasureOutcomes,
    ErasureRequestEraser,
    ErasureRequestRepository,
    ErasureRequestsResolver,
    ErasureRequestsService,
  ],
  exports: [ContactAnonymizer, ContactErasers],
})
export class ErasureModule {}
