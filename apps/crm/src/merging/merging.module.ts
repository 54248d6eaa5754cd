import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { PersonErasureModule } from '#libs/privacy/data-rights';
import { KeysModule } from '../keys/keys.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { ContactMergeEraser } from './contact-merge.eraser.js';
import { MergesResolver } from './graphql/merges.resolver.js';
import { MergeConsents } from './merge-consents.js';
import { MergeExpiry } from './merge-expiry.js';
import { MergeHistory } from './merge-history.js';
import { MergeLinks } from './merge-links.js';
import { MergeService } from './merge.service.js';
import { MergesController } from './merges.controller.js';
import { MergeUndoService } from './merge-undo.service.js';

@Module({
  imports: [CompaniesModule, ConsentModule, ContactsModule, PersonErasureModule, KeysModule, TimelineModule],
  controllers: [MergesController],
  providers: [
    ContactMergeEraser,
    MergeConsents,
    MergeExpiry,
    MergeHistory,
    MergeLinks,
    MergesResolver,
    MergeService,
    MergeUndoService,
  ],
})
export class MergingModule {}
