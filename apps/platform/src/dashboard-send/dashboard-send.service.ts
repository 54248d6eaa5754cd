import { Injectable, type Type } from '@nestjs/common';
import { CompiledValidationPipe, invalidField } from '#libs/core/http';
import { EmailChannel } from '../emails/email-channel.js';
import { PushChannel } from '../push/sending/push-channel.js';
import type { Sender } from '../sending/sender.js';
import type { SendingChannel } from '../sending/sending-channel.js';
import { SendingService, type Enqueued } from '../sending/sending.service.js';
import { SmsChannel } from '../sms/sms-channel.js';

/** Sends from the dashboard as the routes under /v1 do, by the channel that the body names. */
@Injectable()
export class DashboardSendService {
  private readonly validation = new CompiledValidationPipe();
  private readonly channels: ReadonlyMap<string, SendingChannel>;

  constructor(
    private readonly sending: SendingService,
    emails: EmailChannel,
    sms: SmsChannel,
    push: PushChannel,
  ) {
    this.channels = new Map<string, SendingChannel>([emails, sms, push].map((one) => [one.channel, one]));
  }

  /** @throws Problem ValidationError for what the body has wrong, and what {@link SendingService.send} throws */
  async send(sender: Sender, body: unknown, headerKey: string | undefined): Promise<Enqueued> {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw invalidField('ValidationError', '', 'the body must be a JSON object');
    const { Channel, ...fields } = body as Record<string, unknown>;
    const channel = typeof Channel === 'string' ? this.channels.get(Channel) : undefined;
    if (!channel)
      throw invalidField(
        'ValidationError',
        'Channel',
        `must be one of the following values: ${[...this.channels.keys()].join(', ')}`,
      );
    return this.sending.send(channel, sender, this.read(channel.requestType, fields), headerKey);
  }

  private read<T>(type: Type<T>, fields: object): T {
    return this.validation.transform(fields, { type: 'body', metatype: type }) as T;
  }
}
