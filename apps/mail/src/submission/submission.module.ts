import { Module } from '@nestjs/common';
import { AntivirusModule } from '../antivirus.module.js';
import { AppPasswordsModule } from '../app-passwords/app-passwords.module.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MessageStoreModule } from '../messages/store/message-store.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { LoginLimits } from './login-limits.js';
import { SubmissionListener } from './submission-listener.js';
import { SubmissionLogin } from './submission-login.js';
import { SubmissionSenders } from './submission-senders.js';
import { SubmissionsService } from './submissions.service.js';

@Module({
  imports: [
    AntivirusModule,
    AppPasswordsModule,
    IdentitiesModule,
    MailboxAccessModule,
    MessageStoreModule,
    SendingModule,
  ],
  providers: [LoginLimits, SubmissionListener, SubmissionLogin, SubmissionSenders, SubmissionsService],
})
export class SubmissionModule {}
