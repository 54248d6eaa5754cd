import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { BlobNotFound } from '#libs/core/storage';
import { buildMessage, domainOf, parseMailbox } from '#libs/mail/email';
import { textBeside } from '#libs/mail/mime';
import { bytesOf } from '../../../attachments/attachment.js';
import { Attachments } from '../../../attachments/attachments.service.js';
import type { MessageDetail } from '../../../messages/message.js';
import { messageIdFor } from '../../../sending/internet-message-id.js';

/** Bytes of files of which a source is made: an answer has all of it in one text. */
const SOURCE_MAX = 10_485_760;

/** Makes the source of e-mails, as they were given: without what is added to each recipient's when it leaves. */
@Injectable()
export class EmailSource {
  constructor(private readonly attachments: Attachments) {}

  /** @throws Problem PayloadTooLarge; NotFound if its files are not kept any more */
  async of({ message, content }: MessageDetail): Promise<string> {
    const files = content.attachments ?? [];
    const bytes = content.raw?.bytes ?? files.reduce((sum, file) => sum + bytesOf(file), 0);
    if (bytes > SOURCE_MAX)
      throw new Problem('PayloadTooLarge', { message: `The e-mail has more than ${SOURCE_MAX} bytes` });
    return (await this.read({ message, content })).toString('utf8');
  }

  private async read({ message, content }: Pick<MessageDetail, 'message' | 'content'>): Promise<Buffer> {
    const { tenantId } = message;
    try {
      if (content.raw) return await this.attachments.readRaw(tenantId, content.raw);
      const attachments = await this.attachments.readerFor(tenantId)(content.attachments ?? []);
      return buildMessage({
        from: message.sender,
        to: content.toAddresses,
        cc: content.ccAddresses,
        replyTo: content.replyTo,
        subject: message.subject,
        text: textBeside({ text: content.bodyText, html: content.bodyHtml }),
        html: content.bodyHtml ?? undefined,
        headers: content.headers ?? undefined,
        attachments,
        messageId: messageIdFor(message, domainOf(parseMailbox(message.sender)?.address ?? message.sender)),
        date: message.sentAt ?? message.createdAt,
      });
    } catch (error) {
      if (!(error instanceof BlobNotFound)) throw error;
      throw new Problem('NotFound', { message: 'The files of the e-mail are not kept any more', cause: error });
    }
  }
}
