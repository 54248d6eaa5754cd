import { Module } from '@nestjs/common';
import { DestinationsModule } from '../destinations/destinations.module.js';
import { LeadsModule } from '../leads/leads.module.js';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsService } from './conversions.service.js';
import { ConversionsResolver } from './graphql/conversions.resolver.js';
import { LeadConversions } from './lead-conversions.js';
import { MetaConversions } from './meta/meta-conversions.js';

/** Providers of advertising that are told of captured leads. */
@Module({
  imports: [DestinationsModule, LeadsModule],
  controllers: [ConversionsController],
  providers: [ConversionsResolver, ConversionsService, LeadConversions, MetaConversions],
})
export class ConversionsModule {}
