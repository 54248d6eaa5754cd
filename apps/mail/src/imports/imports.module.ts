import { Module } from '@nestjs/common';
import { AntivirusModule } from '../antivirus.module.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MessageStoreModule } from '../messages/store/message-store.module.js';
import { ImportBatches } from './import-batch.js';
import { ImportEnd } from './import-end.js';
import { LabelsModule } from '../labels/labels.module.js';
import { MailboxEventsModule } from '../mailbox-changes/mailbox-events.module.js';
import { ImportLabels } from './import-labels.js';
import { ImportReading } from './import-reading.js';
import { ImportUpload } from './import-upload.js';
import { ImportProcessor } from './import.processor.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { MessageImportRepository } from './message-import.repository.js';
import { MessageImportsResolver } from './graphql/imports.resolver.js';

@Module({
  imports: [AntivirusModule, LabelsModule, MailboxAccessModule, MailboxEventsModule, MessageStoreModule],
  controllers: [ImportsController],
  providers: [
    MessageImportsResolver,
    ImportBatches,
    ImportEnd,
    ImportLabels,
    ImportProcessor,
    ImportReading,
    ImportsService,
    ImportUpload,
    MessageImportRepository,
  ],
})
export class ImportsModule {}
