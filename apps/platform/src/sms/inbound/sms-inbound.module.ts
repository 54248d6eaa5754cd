import { Module } from '@nestjs/common';
import { SuppressionsModule } from '../../suppressions/suppressions.module.js';
import { SmsPolicyModule } from '../policy/sms-policy.module.js';
import { SmsCarriersModule } from '../sms-carriers.module.js';
import { HelpReplyProcessor } from './help-reply.processor.js';
import { InboundTextRepository } from './inbound-text.repository.js';
import { InboundTexts } from './inbound-texts.service.js';
import { SandboxInboundResolver } from './graphql/sandbox-inbound.resolver.js';
import { SandboxInbound } from './sandbox-inbound.service.js';
import { SharedSenderTextEraser } from './shared-sender-text.eraser.js';
import { SandboxInboundController } from './sandbox-inbound.controller.js';

@Module({
  imports: [SmsCarriersModule, SmsPolicyModule, SuppressionsModule],
  controllers: [SandboxInboundController],
  providers: [
    HelpReplyProcessor,
    InboundTextRepository,
    InboundTexts,
    SandboxInbound,
    SandboxInboundResolver,
    SharedSenderTextEraser,
  ],
  exports: [InboundTextRepository, InboundTexts],
})
export class SmsInboundModule {}
