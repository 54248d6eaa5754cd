import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/admission.module.js';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { SendingModule } from '../../sending/sending.module.js';
import { PushModule } from '../push.module.js';
import { PushController } from './push.controller.js';
import { PushProcessor } from './push.processor.js';
import { PushService } from './push.service.js';
import { PushTransports } from './push-transports.js';

@Module({
  imports: [AdmissionModule, DeliveryModule, PushModule, SendingModule],
  controllers: [PushController],
  providers: [PushService, PushProcessor, PushTransports],
  exports: [PushService],
})
export class PushSendingModule {}
