import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, Problem, sendDirectAnswer } from '#libs/core/http';
import { isId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { isMatch } from '../negotiation/etag.js';
import { SuspendedTenants } from '../sites/suspended-tenants.js';
import { type CachedFile, MediaCache, type StoredFile } from './media-cache.js';

const NAME = /^[\w-]{1,40}\.(?:jpg|png|gif|webp|avif|svg)$/;
const RETRY_AFTER = '5';

/** A drawing that is opened by itself runs nothing and loads nothing; others may show pictures in their own pages. */
const HEADERS = [
  'Cache-Control',
  'public, max-age=31536000, immutable',
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy',
  'cross-origin',
] as const;

/** The pictures of pages, by addresses whose content never changes. */
@ApiTags('Mídia')
@Controller('_m')
export class MediaController {
  constructor(
    private readonly cache: MediaCache,
    private readonly blobs: Blobs,
    private readonly tenants: SuspendedTenants,
  ) {}

  @Get(':id/:arquivo')
  @Public()
  @Operation({
    summary: 'Um arquivo de uma imagem',
    description: 'O endereço vem da API de autoria ou de uma página; o conteúdo dele nunca muda.',
    success: [
      { status: 200, contentType: 'image/*', description: 'A imagem' },
      { status: 304, description: 'O cliente já a tem' },
    ],
    errors: [403, 503],
    anyQuery: true,
  })
  async show(
    @Param('id') id: string,
    @Param('arquivo') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = isId('med', id) && NAME.test(name) ? await this.available(this.cache.find(id, name)) : undefined;
    if (!found) throw new Problem('NotFound');
    const { file } = found;
    if (await this.tenants.isSuspended(file.tenantId)) throw new Problem('TenantSuspended');
    const etag = `"${file.hash.slice(0, 32)}"`;
    const headers = [...HEADERS, 'ETag', etag];
    const known = request.headers['if-none-match'];
    if (known !== undefined && isMatch(known, etag)) return sendDirectAnswer(response, { status: 304, headers });
    await this.send(found, [...headers, 'Content-Type', file.type], request, response);
  }

  private async send({ file, content }: CachedFile, headers: string[], request: Request, response: Response) {
    if (content) return sendDirectAnswer(response, { status: 200, headers, body: content });
    const stream = await this.available(this.blobs.read(file.tenantId, file.hash));
    setHeaders(response, headers, file);
    if (request.method === 'HEAD') {
      stream.destroy();
      response.end();
      return;
    }
    // The connection ends when the visitor leaves or the storage fails half way: no answer is possible any more.
    await pipeline(stream, response).catch(() => response.destroy());
  }

  /** Maps a database or storage that is away, and a blob that is missing, to 503. */
  private async available<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });
    }
  }
}

function setHeaders(response: Response, headers: readonly string[], { bytes }: StoredFile): void {
  for (let index = 0; index < headers.length; index += 2) response.setHeader(headers[index]!, headers[index + 1]!);
  response.setHeader('Content-Length', bytes);
}
