import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation, Problem, sendDownload } from '#libs/core/http';
import { Blobs } from '#libs/core/storage';
import {
  ListReceivedEmailsQuery,
  ReceivedEmailPageResponse,
  ReceivedEmailResponse,
  WholeReceivedEmailView,
} from './received-email.dto.js';
import { ReceivedEmail } from './received-email.entity.js';
import { ReceivedEmailsService } from './received-emails.service.js';

const Known = knownBy(ReceivedEmailsService, (emails, { id = '' }) => emails.find(currentTenantId(), id));

@ApiTags('Received e-mail')
@Session()
@Controller('api/inbound/emails')
export class ReceivedEmailsController {
  constructor(
    private readonly emails: ReceivedEmailsService,
    private readonly blobs: Blobs,
  ) {}

  @Get()
  @Operation({
    summary: 'List received e-mails, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: ReceivedEmailPageResponse },
  })
  async list(@Query() page: ListReceivedEmailsQuery): Promise<ReceivedEmailPageResponse> {
    return ReceivedEmailPageResponse.of(await this.emails.listPage(currentTenantId(), page));
  }

  @Get(':id')
  @Operation({
    summary: 'Read a received e-mail with its texts and files',
    description: 'Its HTML is as it came, and not safe to show.',
    success: { status: 200, type: ReceivedEmailResponse },
  })
  async get(@Known() email: ReceivedEmail): Promise<ReceivedEmailResponse> {
    return { Email: WholeReceivedEmailView.ofWhole(await this.emails.whole(email)) };
  }

  @Get(':id/raw')
  @Operation({
    summary: 'Download a received e-mail as it came',
    description: 'Byte for byte.',
    success: { status: 200, contentType: 'message/rfc822' },
  })
  async raw(@Known() { tenantId, id, hash, bytes }: ReceivedEmail, @Res() response: Response): Promise<void> {
    await sendDownload(response, {
      fileName: `${id}.eml`,
      contentType: 'message/rfc822',
      bytes,
      open: (range) => this.blobs.read(tenantId, hash, range),
    });
  }

  @Get(':id/attachments/:index')
  @Operation({
    summary: 'Download a file of a received e-mail',
    description: 'Decoded. A type that a browser may run is sent as application/octet-stream.',
    success: { status: 200, contentType: 'application/octet-stream' },
  })
  async attachment(
    @Known() email: ReceivedEmail,
    @Param('index') index: string,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.emails.findFile(email, index);
    if (!file) throw new Problem('NotFound');
    const { tenantId, fileName, contentType, bytes, hash } = file;
    const open = (range?: { start: number; end: number }) => this.blobs.read(tenantId, hash, range);
    await sendDownload(response, { fileName: fileName || 'attachment', contentType, bytes, open });
  }
}
