import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { MessagesModule } from '../../messages/messages.module.js';
import { SendingModule } from '../../sending/sending.module.js';
import { PushCredentialsModule } from '../credentials/push-credentials.module.js';
import { PushModule } from '../push.module.js';
import { OwnTransports } from './own-transports.js';
import { PushController } from './push.controller.js';
import { PushProcessor } from './push.processor.js';
import { PushService } from './push.service.js';
import { PushTransports } from './push-transports.js';

@Module({
  imports: [AdmissionModule, DeliveryModule, MessagesModule, PushCredentialsModule, PushModule, SendingModule],
  controllers: [PushController],
  providers: [OwnTransports, PushService, PushProcessor, PushTransports],
  exports: [PushService],
})
export class PushSendingModule {}
