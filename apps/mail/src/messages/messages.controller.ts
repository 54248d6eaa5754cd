import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { KeyOrSession } from '#libs/core/auth';
import { Operation, sendDownload } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { Blobs, type ByteRange } from '#libs/core/storage';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { WholeMessageObject } from './dto/message.object.js';
import {
  DownloadAttachmentQuery,
  ListMessagesQuery,
  MessagePage,
  ReadMessageQuery,
  toMessageFilters,
} from './dto/messages.query.js';
import { MessagesService } from './messages.service.js';
import { rawDownload } from './raw-message.js';

@ApiTags('Messages')
@KeyOrSession('email:read')
@Controller('mailboxes/:id/messages')
export class MessagesController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly messages: MessagesService,
    private readonly blobs: Blobs,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.messages');
  }

  @Get()
  @Operation({
    summary: 'List the messages of a mailbox, newest first',
    description:
      'Without a folder, those of every folder but spam, trash and quarantine. A search that names a folder (pasta:) finds ' +
      'what is in spam and trash too. An old or invalid cursor returns the first page. A user needs a role in the mailbox.',
    success: { status: 200, type: MessagePage },
  })
  async list(@KnownMailbox('reader') mailbox: Mailbox, @Query() query: ListMessagesQuery): Promise<MessagePage> {
    return MessagePage.read(query, this.cursors, (page) =>
      this.messages.listPage(mailbox, toMessageFilters(query), page),
    );
  }

  @Get(':msgId')
  @Operation({
    summary: 'Read a message',
    description:
      'It is then marked as read. Its HTML is safe to show: nothing in it runs, and images of other servers are left out ' +
      'unless images=1 asks for them.',
    success: { status: 200, type: WholeMessageObject },
  })
  async read(
    @KnownMailbox('reader') mailbox: Mailbox,
    @Param('msgId') id: string,
    @Query() { images }: ReadMessageQuery,
  ): Promise<WholeMessageObject> {
    return WholeMessageObject.ofWhole(await this.messages.read(mailbox, id, images !== undefined));
  }

  @Get(':msgId/raw')
  @Operation({
    summary: 'Download a raw message',
    description:
      'Byte for byte as it came or went. In front of a received one stand X-Spam-Flag, X-Spam-Status, X-Spam-Score, ' +
      'X-Spam-Action, X-Spam-Symbols and Authentication-Results.',
    success: { status: 200, contentType: 'message/rfc822' },
  })
  async raw(
    @KnownMailbox('reader') mailbox: Mailbox,
    @Param('msgId') id: string,
    @Res() response: Response,
  ): Promise<void> {
    await sendDownload(response, rawDownload(this.blobs, await this.messages.get(mailbox, id)));
  }

  @Get(':msgId/attachments/:attId')
  @Operation({
    summary: 'Download an attachment',
    description: 'One with malware only with aceito_risco=1; else 422 AnexoInfectado.',
    success: { status: 200, contentType: 'application/octet-stream' },
    errors: [422],
  })
  async attachment(
    @KnownMailbox('reader') mailbox: Mailbox,
    @Param('msgId') id: string,
    @Param('attId') attachmentId: string,
    @Query() { aceito_risco }: DownloadAttachmentQuery,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.messages.getAttachment(mailbox, id, attachmentId, aceito_risco !== undefined);
    const { fileName, contentType, bytes, blobHash } = file;
    const open = (range?: ByteRange) => this.blobs.read(mailbox.tenantId, blobHash, range);
    await sendDownload(response, { fileName: fileName || 'attachment', contentType, bytes, open });
  }
}
