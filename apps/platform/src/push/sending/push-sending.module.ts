import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { MessagesModule } from '../../messages/messages.module.js';
import { SendingModule } from '../../sending/sending.module.js';
import { TemplatesModule } from '../../templates/templates.module.js';
import { PushCredentialsModule } from '../../push-credentials/push-credentials.module.js';
import { MailMarksModule } from '../../tracking/links/mail-marks.module.js';
import { PushModule } from '../push.module.js';
import { PushReceiptsModule } from '../receipts/push-receipts.module.js';
import { OwnTransports } from './own-transports.js';
import { PushController } from './push.controller.js';
import { PushProcessor } from './push.processor.js';
import { PushChannel } from './push-channel.js';
import { PushTransports } from './push-transports.js';

@Module({
  imports: [
    AdmissionModule,
    DeliveryModule,
    MailMarksModule,
    MessagesModule,
    PushCredentialsModule,
    PushModule,
    PushReceiptsModule,
    SendingModule,
    TemplatesModule,
  ],
  controllers: [PushController],
  providers: [OwnTransports, PushChannel, PushProcessor, PushTransports],
  exports: [PushChannel],
})
export class PushSendingModule {}
