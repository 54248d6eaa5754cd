import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { ReceivingModule } from '../receiving/receiving.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { ForwardFailures } from './forward-failures.js';
import { ForwardingAddresses } from './forwarding-addresses.js';
import { ForwardingConfirmationController } from './consent/forwarding-confirmation.controller.js';
import { ForwardingConfirmations } from './consent/forwarding-confirmations.js';
import { ForwardingConsentProcessor } from './consent/forwarding-consent.processor.js';
import { ForwardingLimits } from './forwarding-limits.js';
import { ForwardingLinks } from './consent/forwarding-links.js';
import { ForwardingController } from './forwarding.controller.js';
import { ForwardingRepository } from './forwarding.repository.js';
import { ForwardingService } from './forwarding.service.js';
import { MailForwarder } from './mail-forwarder.js';
import { MessagePassages } from './passages/message-passages.js';
import { MessageTrails } from './passages/message-trails.js';
import { ForwardingResolver } from './graphql/forwarding.resolver.js';

/** Mail that mailboxes forward. */
@Module({
  imports: [MailboxAccessModule, ReceivingModule, SendingModule],
  controllers: [ForwardingController, ForwardingConfirmationController],
  providers: [
    ForwardingResolver,
    ForwardFailures,
    ForwardingAddresses,
    ForwardingConfirmations,
    ForwardingConsentProcessor,
    ForwardingLimits,
    ForwardingLinks,
    ForwardingRepository,
    ForwardingService,
    MailForwarder,
    MessagePassages,
    MessageTrails,
  ],
  exports: [ForwardingAddresses, ForwardingRepository, ForwardingService, MailForwarder, MessagePassages],
})
export class ForwardingModule {}
