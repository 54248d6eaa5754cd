import { Module } from '@nestjs/common';
import type { BlobReference } from '#libs/core/storage';
import { AccountSettingsModule } from '../account-settings/account-settings.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { SealedFilesModule } from '../sealed-files/sealed-files.module.js';
import { ImportChangeEraser } from './undo/import-change.eraser.js';
import { ImportsResolver } from './graphql/imports.resolver.js';
import { ImportLine } from './import-line.js';
import { ImportPreviews } from './upload/import-preview.js';
import { ImportReader } from './import-reader.js';
import { ImportReferences } from './run/import-references.js';
import { ImportRetention } from './import-retention.js';
import { ImportRuns } from './run/import-run.js';
import { ImportUndoProcessor } from './undo/import-undo.processor.js';
import { ImportUpload } from './upload/import-upload.js';
import { ImportProcessor } from './run/import.processor.js';
import { ImportRepository } from './import.repository.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';

/** The columns that refer to files of imports. */
export const IMPORT_BLOBS: readonly BlobReference[] = [{ table: 'contact_import', column: 'blob_hash' }];

@Module({
  imports: [AccountSettingsModule, ConsentModule, ContactsModule, CustomFieldsModule, KeysModule, SealedFilesModule],
  controllers: [ImportsController],
  providers: [
    ImportChangeEraser,
    ImportLine,
    ImportProcessor,
    ImportPreviews,
    ImportReader,
    ImportReferences,
    ImportRepository,
    ImportRetention,
    ImportRuns,
    ImportsResolver,
    ImportsService,
    ImportUndoProcessor,
    ImportUpload,
  ],
  exports: [ImportRepository],
})
export class ImportsModule {}
