import { Injectable } from '@nestjs/common';
import { Problem, invalidField, type ProblemDetail } from '#libs/core/http';
import { Database, newId, type TenantId } from '#libs/core/persistence';
import { WEB_PAYLOAD_BYTES } from '#libs/messaging/push';
import type { Sender } from '../../sending/sender.js';
import { plainContent, type Draft, type SendingChannel } from '../../sending/sending-channel.js';
import { TemplatesService } from '../../templates/templates.service.js';
import { requireFilled, requireOneContent, unusableTemplate } from '../../templates/template-use.js';
import { DevicesService } from '../devices/devices.service.js';
import { BODY_MAX, TITLE_MAX, type PushNotification, SendPushRequest } from './dto/send-push.request.js';
import { topicRecipient } from '../../push-credentials/topic.js';

@Injectable()
export class PushChannel implements SendingChannel<SendPushRequest> {
  readonly channel = 'push';
  readonly route = 'push.send';
  readonly requestType = SendPushRequest;

  constructor(
    private readonly database: Database,
    private readonly devices: DevicesService,
    private readonly templates: TemplatesService,
  ) {}

  /** @throws Problem ValidationError without a recipient, InvalidRecipient, InvalidParameter */
  async draft({ tenant }: Sender, request: SendPushRequest): Promise<Draft> {
    const { notification, templateId } = await this.notificationOf(tenant.id, request);
    rejectTooLarge(notification, request);
    const to = await this.recipientsOf(tenant.id, request);
    return {
      sender: '',
      recipients: to.map((recipient) => ({ recipient, field: 'DeviceTokens' })),
      subject: notification.Title,
      content: plainContent(notification.Body, to, request.Data),
      templateId,
    };
  }

  /** @throws Problem as requireOneContent and the templates do, InvalidParameter for a part of no or too many characters */
  private async notificationOf(
    tenantId: TenantId,
    request: SendPushRequest,
  ): Promise<{ notification: PushNotification; templateId?: string }> {
    const { Notification, TemplateId = '', TemplateData } = request;
    requireOneContent(request, 'Notification', Notification);
    if (Notification) return { notification: Notification };
    const { template, parts } = await this.templates.fillFor(tenantId, 'push', TemplateId, TemplateData);
    const { subject, text } = parts;
    if (subject === null) throw unusableTemplate('has no Subject, which is the title of a push message');
    requireFilled('Subject', subject, TITLE_MAX);
    requireFilled('Text', text ?? '', BODY_MAX);
    return { notification: { Title: subject, Body: text ?? '' }, templateId: template.id };
  }

  private async recipientsOf(
    tenantId: TenantId,
    { DeviceTokens = [], Topic, Data }: SendPushRequest,
  ): Promise<string[]> {
    if (DeviceTokens.length === 0 && Topic === undefined) {
      const details = [{ Field: 'DeviceTokens', Message: 'is required, unless Topic is given' }];
      throw new Problem('ValidationError', { message: 'Give DeviceTokens or Topic', details });
    }
    const devices = DeviceTokens.length > 0 ? await this.deviceIds(tenantId, DeviceTokens, Data) : [];
    if (Topic !== undefined) rejectReserved(Data);
    return [...devices, ...(Topic === undefined ? [] : [topicRecipient(Topic)])];
  }

  /** The ids of the devices, each once. Messages never contain a token, which is a credential. */
  private async deviceIds(
    tenantId: TenantId,
    tokens: readonly string[],
    data: SendPushRequest['Data'],
  ): Promise<string[]> {
    const found = await this.database.tenant(tenantId, (tx) => this.devices.resolve(tx, tenantId, tokens));
    const wrong: ProblemDetail[] = [];
    const ids = tokens.flatMap((token, index) => {
      const device = found.get(token);
      const Field = `DeviceTokens[${index}]`;
      if (!device) wrong.push({ Field, Message: 'is not the token of a registered device' });
      else if (!device.active) wrong.push({ Field, Message: 'is the token of a device that is gone' });
      return device?.active ? device.id : [];
    });
    if (wrong.length > 0) {
      const message = `DeviceTokens has ${wrong.length === 1 ? 'a token' : 'tokens'} that cannot be written to`;
      throw new Problem('InvalidRecipient', { message, details: wrong.slice(0, 50) });
    }
    if ([...found.values()].some(({ platform }) => platform === 'android')) rejectReserved(data);
    return [...new Set(ids)];
  }
}

/** Keys of data that FCM keeps for itself: it refuses such a message when it is delivered. */
const RESERVED_KEY = /^(?:from$|message_type$|google|gcm)/;

function rejectReserved(data: SendPushRequest['Data'] = {}): void {
  const reserved = Object.keys(data).find((key) => RESERVED_KEY.test(key));
  if (reserved === undefined) return;
  throw invalidField(
    'InvalidParameter',
    `Data.${reserved}`,
    'is a key that the push service of Android keeps for itself',
  );
}

/**
 * Rejects a message that is too large for browsers (APNs and FCM allow a little more), so that the client learns it from
 * the call and not from the delivery.
 */
function rejectTooLarge({ Title: title, Body: body }: PushNotification, request: SendPushRequest): void {
  const { Data = {}, TemplateId } = request;
  const bytes = Buffer.byteLength(JSON.stringify({ id: newId('psh'), title, body, data: Data }));
  if (bytes <= WEB_PAYLOAD_BYTES) return;
  const message = `comes to ${bytes} bytes, with Data and what is sent around them; push services take ${WEB_PAYLOAD_BYTES}`;
  throw invalidField('InvalidParameter', TemplateId ? 'TemplateData' : 'Notification', message);
}
