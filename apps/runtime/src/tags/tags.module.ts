import { Module } from '@nestjs/common';
import { SitesModule } from '../sites/sites.module.js';
import { ConsentController } from './consent.controller.js';
import { Consents } from './consents.js';

/** Decisions of visitors about the tags of pages. */
@Module({
  imports: [SitesModule],
  controllers: [ConsentController],
  providers: [Consents],
})
export class TagsModule {}
