import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiKey, currentKey, currentTenant, requireScope, Session, type KeyPrincipal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CHANNELS, type Channel } from '../../channel.js';
import type { Reader } from '../messages.service.js';
import { ExportMessagesQuery } from './export-messages.query.js';
import { MessageExportService } from './message-export.service.js';
import { sendExport } from './message-file.js';

const description =
  'The filters of the list; oldest first, channel by channel. A line of JSON for each message, as the list shows it, or ' +
  'CSV, in which no cell is a formula. The export is recorded in the audit log before the first byte. A whole file ends with ' +
  'the trailer X-Export-Cursor: given as `after`, it begins the next export, which has the messages of the last minute once ' +
  'more. The id of the last whole line of a file that broke off, given as `after`, begins the rest of that file. Two exports ' +
  'of an account run at a time; 429 beyond that.';

const success = {
  status: 200,
  contentType: 'application/x-ndjson',
  schema: { type: 'string', format: 'binary' },
} as const;

@ApiTags('Messages')
@Controller()
export class MessageExportController {
  constructor(private readonly exports: MessageExportService) {}

  @Get('v1/messages/export')
  @ApiKey(['messages:read', 'emails:read'])
  @Operation({
    summary: 'Export messages as NDJSON or CSV',
    description: `With \`emails:read\` alone e-mails, and 403 for another channel. ${description}`,
    success,
  })
  async exportByKey(@Query() query: ExportMessagesQuery, @Res() response: Response): Promise<void> {
    const key = currentKey();
    await this.send(key, query, response, channelsOf(key, query.channel));
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
    const release = this.exports.slots.acquire(reader.tenant.id);
    try {
      await sendExport(response, query.format, await this.exports.start(reader, query, allowed));
    } finally {
      release();
    }
  }
}

/** The channels that a key may export. @throws Problem PermissionDenied if the one asked for is not among them */
function channelsOf({ scopes }: KeyPrincipal, asked: Channel | undefined): readonly Channel[] {
  if (scopes.includes('messages:read')) return CHANNELS;
  if (asked !== undefined && asked !== 'email') requireScope('messages:read');
  return ['email'];
}
