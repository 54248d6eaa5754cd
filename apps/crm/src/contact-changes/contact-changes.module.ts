import { Module } from '@nestjs/common';
import { ContactChangeDispatch } from './contact-change-dispatch.js';
import { ContactChangesEraser } from './contact-changes.eraser.js';
import { ContactChangesProcessor } from './contact-changes.processor.js';
import { ContactsChangedHandlers } from './contacts-changed-handlers.js';
import { WatchedTenants } from './watched-tenants.js';

/** Tells features of changed contacts, for the tenants that they watch. */
@Module({
  providers: [
    ContactChangeDispatch,
    ContactChangesEraser,
    ContactChangesProcessor,
    ContactsChangedHandlers,
    WatchedTenants,
  ],
  exports: [WatchedTenants],
})
export class ContactChangesModule {}
