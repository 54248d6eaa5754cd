import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { PlatformConfig } from '../../config.js';
import { SendEmailRequest } from '../../emails/dto/send-email.request.js';
import { EmailsService } from '../../emails/emails.service.js';
import { Sends } from '../../plans/sends.js';
import { SendPushRequest } from '../../push/sending/dto/send-push.request.js';
import { PushService } from '../../push/sending/push.service.js';
import { type Sender, sessionSender } from '../../sending/sender.js';
import { SendSmsRequest } from '../../sms/dto/send-sms.request.js';
import { SmsService } from '../../sms/sms.service.js';
import { SentMessagesResponse } from '../dto/sent-messages.response.js';

@Session()
@Resolver(() => SentMessagesResponse)
export class DashboardSendResolver {
  constructor(
    private readonly emails: EmailsService,
    private readonly sms: SmsService,
    private readonly push: PushService,
    private readonly config: PlatformConfig,
  ) {}

  @Sends()
  @Mutation(() => SentMessagesResponse, {
    nullable: true,
    description:
      'Sends an e-mail: a message for each recipient. `idempotencyKey` makes that it can be repeated safely.',
  })
  async sendEmail(@Args('input') input: SendEmailRequest): Promise<SentMessagesResponse> {
    return SentMessagesResponse.of(await this.emails.send(this.sender(), input, undefined));
  }

  @Sends()
  @Mutation(() => SentMessagesResponse, {
    nullable: true,
    description: 'Sends a text: a message for each recipient. `idempotencyKey` makes that it can be repeated safely.',
  })
  async sendSms(@Args('input') input: SendSmsRequest): Promise<SentMessagesResponse> {
    return SentMessagesResponse.of(await this.sms.send(this.sender(), input, undefined));
  }

  @Sends()
  @Mutation(() => SentMessagesResponse, {
    nullable: true,
    description:
      'Sends a push message, to devices or to a topic. `idempotencyKey` makes that it can be repeated safely.',
  })
  async sendPush(@Args('input') input: SendPushRequest): Promise<SentMessagesResponse> {
    return SentMessagesResponse.of(await this.push.send(this.sender(), input, undefined));
  }

  private sender(): Sender {
    return sessionSender(this.config.isProduction);
  }
}
