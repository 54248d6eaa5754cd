import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiKey, currentKey, currentTenant, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import type { Channel } from '../message.js';
import type { Reader } from '../messages.service.js';
import { ExportMessagesQuery } from './export-messages.query.js';
import { ExportSlots } from './export-slots.js';
import { MessageExportService } from './message-export.service.js';
import { sendExport } from './message-file.js';

const description =
  'The filters of the list; oldest first, channel by channel. A line of JSON for each message, as the list shows it, or ' +
  'CSV, in which no cell is a formula. The export is recorded in the audit log before the first byte. The trailer ' +
  'X-Last-Message-Id names the last message: given as `after`, the next export begins behind it, as it does behind the ' +
  'last whole line of a file that broke off. Two exports of an account run at a time; 429 beyond that.';

const success = {
  status: 200,
  contentType: 'application/x-ndjson',
  schema: { type: 'string', format: 'binary' },
} as const;

@ApiTags('Messages')
@Controller()
export class MessageExportController {
  constructor(
    private readonly exports: MessageExportService,
    private readonly slots: ExportSlots,
  ) {}

  @Get('v1/messages/export')
  @ApiKey('emails:read')
  @Operation({ summary: 'Export e-mails as NDJSON or CSV', description, success })
  async exportByKey(@Query() query: ExportMessagesQuery, @Res() response: Response): Promise<void> {
    await this.send(currentKey(), query, response, ['email']);
  }

  @Get('api/messages/export')
  @Session({ support: 'none' })
  @Operation({ summary: 'Export messages as NDJSON or CSV', description, success })
  async export(@Query() query: ExportMessagesQuery, @Res() response: Response): Promise<void> {
    await this.send({ tenant: currentTenant() }, query, response);
  }

  private async send(
    reader: Reader,
    query: ExportMessagesQuery,
    response: Response,
    allowed?: readonly Channel[],
  ): Promise<void> {
    const release = this.slots.acquire(reader.tenant.id);
    try {
      await sendExport(response, query.format, await this.exports.start(reader, query, allowed));
    } finally {
      release();
    }
  }
}
