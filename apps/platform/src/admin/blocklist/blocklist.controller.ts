import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operator } from '#libs/auth';
import { knownBy, Operation } from '#libs/http';
import { toBlockPage, toBlockResponse } from './blocklist.mapper.js';
import { BlocklistService } from './blocklist.service.js';
import { BlockRequest, ListBlocksQuery } from './dto/blocklist.requests.js';
import { BlockPageResponse, BlockResponse } from './dto/blocklist.responses.js';

const Known = knownBy(BlocklistService, (blocklist, { id = '' }) => blocklist.exists(id));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/blacklist')
export class BlocklistController {
  constructor(private readonly blocklist: BlocklistService) {}

  @Get()
  @Operation({
    summary: 'List who is blocked, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: BlockPageResponse },
  })
  async list(@Query() { kind, q, cursor, limit }: ListBlocksQuery): Promise<BlockPageResponse> {
    return toBlockPage(await this.blocklist.list({ kind, text: q }, cursor, limit));
  }

  @Post()
  @Operation({
    summary: 'Block an e-mail address, a domain, an IP address or a network',
    description:
      'In force when it answers. Logins and registrations of whoever is blocked are refused (403), as is mail from ' +
      'them (403) and to them (422). One that is blocked already is answered 200, as it stands.',
    success: [
      { status: 201, type: BlockResponse },
      { status: 200, type: BlockResponse },
    ],
    errors: [409],
  })
  async block(
    @Body() { Kind, Value, Reason }: BlockRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BlockResponse> {
    const { entry, added } = await this.blocklist.block(Kind, Value, Reason ?? '');
    if (added) response.setHeader('Location', `/api/admin/blacklist/${entry.id}`);
    else response.status(HttpStatus.OK);
    return toBlockResponse(entry);
  }

  @Get(':id')
  @Known()
  @Operation({
    summary: 'Read a block',
    description: 'Says who made the entry, and why.',
    success: { status: 200, type: BlockResponse },
  })
  async read(@Param('id') id: string): Promise<BlockResponse> {
    return toBlockResponse(await this.blocklist.read(id));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Lift a block',
    description: 'What the entry blocked is accepted again.',
    success: { status: 204 },
  })
  async remove(@Param('id') id: string): Promise<void> {
    await this.blocklist.remove(id);
  }
}
