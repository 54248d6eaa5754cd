import { Module } from '@nestjs/common';
import { ConfirmationLimits } from '#libs/messaging/confirmation';
import { PlatformConfig } from '../config.js';
import { EmailsModule } from '../emails/emails.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { MailMarksModule } from '../tracking/links/mail-marks.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { ConfirmationProcessor } from './confirmation.processor.js';
import { ConfirmationsController } from './confirmations.controller.js';
import { Confirmations } from './confirmations.service.js';

/** Double opt-in: the mails that ask members of lists, and the pages behind their links. */
@Module({
  imports: [EmailsModule, ListsModule, MailMarksModule, SendingModule, SuppressionsModule],
  controllers: [ConfirmationsController],
  providers: [
    {
      provide: ConfirmationLimits,
      inject: [PlatformConfig],
      useFactory: ({ redisUrl }: PlatformConfig) =>
        new ConfirmationLimits({ redisUrl, app: 'platform', asker: 'list' }),
    },
    ConfirmationProcessor,
    Confirmations,
  ],
})
export class DoubleOptInModule {}
