import { Global, Module } from '@nestjs/common';
import { ViewEntries } from '../credentials/view-entries.js';
import { CredentialsController } from './credentials.controller.js';
import { DatabaseViewEntries } from './database-view-entries.js';

/** Reads credentials from the tables of their owners: for the other apps, and for the publisher of changes. */
@Global()
@Module({
  controllers: [CredentialsController],
  providers: [{ provide: ViewEntries, useClass: DatabaseViewEntries }],
  exports: [ViewEntries],
})
export class CredentialViewModule {}
