import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PgpKeyEraser } from './pgp-key.eraser.js';
import { PgpKeyRepository } from './pgp-key.repository.js';
import { PgpKeysController } from './pgp-keys.controller.js';
import { PgpKeysService } from './pgp-keys.service.js';
import { SignatureVerification } from './signature-verification.js';
import { PgpKeysResolver } from './graphql/pgp-keys.resolver.js';

@Module({
  imports: [MailboxAccessModule, MessagesModule],
  controllers: [PgpKeysController],
  providers: [PgpKeyEraser, PgpKeysResolver, PgpKeyRepository, PgpKeysService, SignatureVerification],
})
export class PgpModule {}
