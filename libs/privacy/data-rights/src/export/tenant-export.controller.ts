import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Internal } from '#libs/core/auth';
import { MayBeAbsent, Operation, Problem, sendLines, Text } from '#libs/core/http';
import { isId, type TenantId } from '#libs/core/persistence';
import { TenantExportReader } from './tenant-export-reader.js';
import { EXPORT_PATH, type ExportDescription, type ExportedFile } from './tenant-export-source.js';

const HASH = /^[0-9a-f]{64}$/;

class FilesQuery {
  @MayBeAbsent()
  @Text({ max: 64 })
  after?: string;
}

/** This app's part of an export of a tenant. Platform asks for it once an owner has given their password. */
@ApiExcludeController()
@Internal()
@Controller(EXPORT_PATH)
export class TenantExportController {
  constructor(private readonly reader: TenantExportReader) {}

  @Get()
  @Operation({ summary: 'What an export has of this app', success: { status: 200 } })
  describe(): Promise<ExportDescription> {
    return this.reader.describe();
  }

  @Get('rows/:table')
  @Operation({ summary: 'The rows of a table as lines of JSON', success: { status: 200 } })
  async rows(@Param('tenantId') id: string, @Param('table') table: string, @Res() response: Response): Promise<void> {
    const tenantId = idOf(id);
    const { tables } = await this.reader.describe();
    if (!tables.includes(table)) throw new Problem('NotFound');
    const chunks = this.reader.readRows(tenantId, table);
    await sendLines(response, { fileName: `${table}.ndjson`, contentType: 'application/x-ndjson', chunks });
  }

  @Get('files')
  @Operation({ summary: 'The next files, by their hash', success: { status: 200 } })
  async files(@Param('tenantId') id: string, @Query() { after = '' }: FilesQuery): Promise<{ files: ExportedFile[] }> {
    return { files: await this.reader.listFiles(idOf(id), after) };
  }

  @Get('files/:hash')
  @Operation({ summary: 'The content of a file', success: { status: 200 } })
  async file(@Param('tenantId') id: string, @Param('hash') hash: string, @Res() response: Response): Promise<void> {
    const content = HASH.test(hash) ? await this.reader.readFile(idOf(id), hash) : undefined;
    if (!content) throw new Problem('NotFound');
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Cache-Control', 'no-store');
    // After a failure the connection breaks, so that the caller sees that the content is not whole.
    await pipeline(content, response).catch(() => response.destroy());
  }
}

function idOf(id: string): TenantId {
  if (!isId('acc', id)) throw new Problem('NotFound');
  return id;
}
