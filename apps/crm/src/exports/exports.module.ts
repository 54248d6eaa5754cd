import { Module } from '@nestjs/common';
import type { BlobReference } from '#libs/core/storage';
import { ContactListModule } from '../contact-list/contact-list.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { SealedFilesModule } from '../sealed-files/sealed-files.module.js';
import { ContactExportFileEraser } from './contact-export-file.eraser.js';
import { ContactExportFileRepository } from './contact-export-file.repository.js';
import { ExportAttempts } from './export-attempts.js';
import { ExportFiles } from './export-files.js';
import { ExportFilters } from './export-filters.js';
import { ExportRetention } from './export-retention.js';
import { ExportProcessor } from './export.processor.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';
import { ExportsResolver } from './graphql/exports.resolver.js';

/** The columns that refer to files of exports. */
export const EXPORT_BLOBS: readonly BlobReference[] = [{ table: 'contact_export_file', column: 'blob_hash' }];

@Module({
  imports: [ContactListModule, KeysModule, SealedFilesModule],
  controllers: [ExportsController],
  providers: [
    ContactExportFileEraser,
    ContactExportFileRepository,
    ExportAttempts,
    ExportFiles,
    ExportFilters,
    ExportProcessor,
    ExportRetention,
    ExportsResolver,
    ExportsService,
  ],
})
export class ExportsModule {}
