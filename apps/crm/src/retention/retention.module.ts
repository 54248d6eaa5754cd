import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ErasureRequestsModule } from '../erasure-requests/erasure-requests.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { RetentionResolver } from './graphql/retention.resolver.js';
import { RetentionController } from './retention.controller.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';

@Module({
  imports: [ContactsModule, ErasureRequestsModule, KeysModule],
  controllers: [RetentionController],
  providers: [RetentionRepository, RetentionResolver, RetentionService],
})
export class RetentionModule {}
