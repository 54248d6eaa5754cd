import { Injectable, type Type } from '@nestjs/common';
import { CompiledValidationPipe, invalidField } from '#libs/core/http';
import { SendEmailRequest } from '../emails/dto/send-email.request.js';
import { EmailsService } from '../emails/emails.service.js';
import { SendPushRequest } from '../push/sending/dto/send-push.request.js';
import { PushService } from '../push/sending/push.service.js';
import type { Sender } from '../sending/sender.js';
import type { Enqueued } from '../sending/sending.service.js';
import { SendSmsRequest } from '../sms/dto/send-sms.request.js';
import { SmsService } from '../sms/sms.service.js';

type SendChannel = (sender: Sender, fields: object, headerKey: string | undefined) => Promise<Enqueued>;

/** Sends from the dashboard: the same services as under /v1, chosen by the channel that the body names. */
@Injectable()
export class DashboardSendService {
  private readonly validation = new CompiledValidationPipe();
  private readonly channels: ReadonlyMap<string, SendChannel>;

  constructor(emails: EmailsService, sms: SmsService, push: PushService) {
    this.channels = new Map<string, SendChannel>([
      ['email', (sender, fields, key) => emails.send(sender, this.read(SendEmailRequest, fields), key)],
      ['sms', (sender, fields, key) => sms.send(sender, this.read(SendSmsRequest, fields), key)],
      ['push', (sender, fields, key) => push.send(sender, this.read(SendPushRequest, fields), key)],
    ]);
  }

  /** @throws Problem ValidationError for what the body has wrong, and what the channel throws */
  async send(sender: Sender, body: unknown, headerKey: string | undefined): Promise<Enqueued> {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw invalidField('ValidationError', '', 'the body must be a JSON object');
    const { Channel, ...fields } = body as Record<string, unknown>;
    const send = typeof Channel === 'string' ? this.channels.get(Channel) : undefined;
    if (!send)
      throw invalidField(
        'ValidationError',
        'Channel',
        `must be one of the following values: ${[...this.channels.keys()].join(', ')}`,
      );
    return send(sender, fields, headerKey);
  }

  private read<T>(type: Type<T>, fields: object): T {
    return this.validation.transform(fields, { type: 'body', metatype: type }) as T;
  }
}
