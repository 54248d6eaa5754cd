import { Module } from '@nestjs/common';
import { SuppressionsModule } from '../../suppressions/suppressions.module.js';
import { SmsPolicyModule } from '../policy/sms-policy.module.js';
import { SmsCarriersModule } from '../sms-carriers.module.js';
import { byKey } from '#libs/core/auth';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { HelpReplyProcessor } from './help-reply.processor.js';
import { InboundTextRepository } from './inbound-text.repository.js';
import { InboundTexts } from './inbound-texts.service.js';
import { SandboxInboundResolver } from './graphql/sandbox-inbound.resolver.js';
import { SandboxInbound } from './sandbox-inbound.service.js';
import { SharedSenderTextEraser } from './shared-sender-text.eraser.js';
import { SandboxInboundController } from './sandbox-inbound.controller.js';
import { ReceivedTextsResolver } from './received/graphql/received-texts.resolver.js';
import { ReceivedTextEraser } from './received/received-text.eraser.js';
import { ReceivedTextRepository } from './received/received-text.repository.js';
import { ReceivedTextsController } from './received/received-texts.controller.js';
import { ReceivedTextsService } from './received/received-texts.service.js';

@Module({
  imports: [SmsCarriersModule, SmsPolicyModule, SuppressionsModule, WebhooksModule],
  controllers: [
    SandboxInboundController,
    ReceivedTextsController,
    byKey(ReceivedTextsController, { read: 'messages:read' }),
  ],
  providers: [
    HelpReplyProcessor,
    InboundTextRepository,
    InboundTexts,
    ReceivedTextEraser,
    ReceivedTextRepository,
    ReceivedTextsResolver,
    ReceivedTextsService,
    SandboxInbound,
    SandboxInboundResolver,
    SharedSenderTextEraser,
  ],
  exports: [InboundTextRepository, InboundTexts],
})
export class SmsInboundModule {}
