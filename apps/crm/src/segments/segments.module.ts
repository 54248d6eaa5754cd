import { Module } from '@nestjs/common';
import { ContactChangesModule } from '../contact-changes/contact-changes.module.js';
import { ContactListModule } from '../contact-list/contact-list.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { SegmentsResolver } from './graphql/segments.resolver.js';
import { SegmentChanges } from './members/segment-changes.js';
import { SegmentDays } from './members/segment-days.js';
import { SegmentFillProcessor } from './members/segment-fill.processor.js';
import { SegmentListSender } from './members/segment-list-sender.js';
import { SegmentMembers } from './members/segment-members.js';
import { SegmentEraser } from './segment.eraser.js';
import { SegmentReach } from './segment-reach.js';
import { SegmentRepository } from './segment.repository.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsService } from './segments.service.js';

@Module({
  imports: [ContactChangesModule, ContactListModule, ContactsModule, CriteriaModule, KeysModule],
  controllers: [SegmentsController],
  providers: [
    SegmentChanges,
    SegmentDays,
    SegmentEraser,
    SegmentFillProcessor,
    SegmentListSender,
    SegmentMembers,
    SegmentReach,
    SegmentRepository,
    SegmentsResolver,
    SegmentsService,
  ],
  exports: [SegmentReach, SegmentRepository],
})
export class SegmentsModule {}
