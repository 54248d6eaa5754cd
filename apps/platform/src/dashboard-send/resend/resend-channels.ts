import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { domainOf, parseMailbox } from '#libs/mail/email';
import { EmailChannel } from '../../emails/email-channel.js';
import { requiredDomainOf, type EmailDraft } from '../../emails/email-draft.js';
import type { MessageDetail } from '../../messages/message.js';
import { topicOf } from '../../push-credentials/topic.js';
import { SendPushRequest } from '../../push/sending/dto/send-push.request.js';
import { PushChannel } from '../../push/sending/push-channel.js';
import type { MessageIdOrigin } from '../../sending/internet-message-id.js';
import type { Sender } from '../../sending/sender.js';
import type { Draft, SendingChannel, SendRequest } from '../../sending/sending-channel.js';
import { SendSmsRequest } from '../../sms/dto/send-sms.request.js';
import { SmsChannel } from '../../sms/sms-channel.js';

/** Message that is to be sent again. */
export class ResendRequest implements SendRequest {
  MessageId: string;
  TopicId?: string;
  Tags?: Record<string, string>;
  IdempotencyKey?: string;
}

/** Makes messages anew from those that were sent, by the channel that they are of. */
@Injectable()
export class ResendChannels {
  constructor(
    private readonly emails: EmailChannel,
    private readonly texts: SmsChannel,
    private readonly push: PushChannel,
  ) {}

  /** The channel that sends the message once more, with all of its own checks. */
  of(detail: MessageDetail): SendingChannel<ResendRequest> {
    const { channel, templateId } = detail.message;
    return {
      channel,
      route: 'messages.resend',
      requestType: ResendRequest,
      draft: async (sender) => ({ ...(await this.draft(sender, detail)), templateId }),
      ...(channel === 'email' && { rejectBlocked: (draft) => this.emails.rejectBlocked(draft as EmailDraft) }),
    };
  }

  private async draft(sender: Sender, detail: MessageDetail): Promise<Draft> {
    const { channel } = detail.message;
    if (channel === 'email') return emailDraft(sender, detail);
    return channel === 'sms' ? this.texts.draft(sender, textOf(detail)) : this.push.draft(sender, pushOf(detail));
  }
}

/** The e-mail with the headers that all its recipients saw, to the one of the message. */
function emailDraft({ environment }: Sender, { message, content }: MessageDetail): EmailDraft {
  const { sender, recipient, subject } = message;
  const sourceAddress = parseMailbox(sender)?.address;
  if (sourceAddress === undefined)
    throw new Problem('Conflict', { message: 'The sender of the message is not known any more' });
  const domain = domainOf(sourceAddress);
  return {
    sender,
    sourceAddress,
    messageId: messageIdOf(message, content, domain),
    requiredDomain: requiredDomainOf(environment, domain),
    recipients: [{ recipient, field: 'To' }],
    subject,
    content: {
      text: content.bodyText,
      html: content.bodyHtml,
      to: content.toAddresses.length > 0 ? content.toAddresses : [recipient],
      cc: content.ccAddresses,
      replyTo: content.replyTo,
      headers: content.headers,
      attachments: content.attachments,
      data: content.data,
      raw: content.raw,
    },
  };
}

/** A new Message-ID: what is sent again is another mail. A message that its sender wrote has its own in its bytes. */
function messageIdOf(
  { contentId, internetMessageId }: MessageDetail['message'],
  { raw }: MessageDetail['content'],
  domain: string,
): MessageIdOrigin {
  const isOwn = raw && internetMessageId && !internetMessageId.startsWith(`<${contentId}@`);
  return isOwn ? { own: internetMessageId } : { domain };
}

function textOf({ message: { recipient, sender }, content: { bodyText } }: MessageDetail): SendSmsRequest {
  return Object.assign(new SendSmsRequest(), {
    To: [recipient],
    Body: bodyText ?? '',
    ...(sender !== '' && { From: sender }),
  });
}

function pushOf({ message: { recipient, subject }, content: { bodyText, data } }: MessageDetail): SendPushRequest {
  const topic = topicOf(recipient);
  return Object.assign(new SendPushRequest(), {
    ...(topic === undefined ? { DeviceTokens: [recipient] } : { Topic: topic }),
    Notification: { Title: subject, Body: bodyText ?? '' },
    ...(data && { Data: data as Record<string, string> }),
  });
}
