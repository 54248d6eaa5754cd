import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { PlatformConfig } from '../../config.js';
import { SendEmailRequest } from '../../emails/dto/send-email.request.js';
import { EmailChannel } from '../../emails/email-channel.js';
import { Sends } from '../../plans/sends.js';
import { SendPushRequest } from '../../push/sending/dto/send-push.request.js';
import { PushChannel } from '../../push/sending/push-channel.js';
import { sessionSender } from '../../sending/sender.js';
import type { SendingChannel, SendRequest } from '../../sending/sending-channel.js';
import { SendingService } from '../../sending/sending.service.js';
import { SendSmsRequest } from '../../sms/dto/send-sms.request.js';
import { SmsChannel } from '../../sms/sms-channel.js';
import { SentMessagesResponse } from '../dto/sent-messages.response.js';

@Session()
@Resolver(() => SentMessagesResponse)
export class DashboardSendResolver {
  constructor(
    private readonly sending: SendingService,
    private readonly emails: EmailChannel,
    private readonly sms: SmsChannel,
    private readonly push: PushChannel,
    private readonly config: PlatformConfig,
  ) {}

  @Sends()
  @Mutation(() => SentMessagesResponse, {
    nullable: true,
    description:
      'Sends an e-mail: a message for each recipient. `idempotencyKey` makes that it can be repeated safely.',
  })
  async sendEmail(@Args('input') input: SendEmailRequest): Promise<SentMessagesResponse> {
    return this.send(this.emails, input);
  }

  @Sends()
  @Mutation(() => SentMessagesResponse, {
    nullable: true,
    description: 'Sends a text: a message for each recipient. `idempotencyKey` makes that it can be repeated safely.',
  })
  async sendSms(@Args('input') input: SendSmsRequest): Promise<SentMessagesResponse> {
    return this.send(this.sms, input);
  }

  @Sends()
  @Mutation(() => SentMessagesResponse, {
    nullable: true,
    description:
      'Sends a push message, to devices or to a topic. `idempotencyKey` makes that it can be repeated safely.',
  })
  async sendPush(@Args('input') input: SendPushRequest): Promise<SentMessagesResponse> {
    return this.send(this.push, input);
  }

  private async send<R extends SendRequest>(channel: SendingChannel<R>, input: R): Promise<SentMessagesResponse> {
    const sender = sessionSender(this.config.isProduction);
    return SentMessagesResponse.of(await this.sending.send(channel, sender, input, undefined));
  }
}
