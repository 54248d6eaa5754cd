import { Body, Controller, Delete, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operator } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { BlockEntry } from './block-entry.entity.js';
import { BlocklistService } from './blocklist.service.js';
import { BlockRequest, ListBlocksQuery } from './dto/blocklist.requests.js';
import { BlockPageResponse, BlockResponse, BlockView } from './dto/blocklist.responses.js';

const Known = knownBy(BlocklistService, (blocklist, { id = '' }) => blocklist.find(id));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/blacklist')
export class BlocklistController {
  constructor(private readonly blocklist: BlocklistService) {}

  @Get()
  @Operation({
    summary: 'List the blocks, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: BlockPageResponse },
  })
  async list(@Query() { kind, q, ...page }: ListBlocksQuery): Promise<BlockPageResponse> {
    return BlockPageResponse.of(await this.blocklist.listPage({ kind, text: q }, page));
  }

  @Post()
  @Operation({
    summary: 'Block an e-mail address, a domain, an IP address or a network',
    description:
      'Enforced when it answers. Logins and registrations of a blocked address are rejected (403), as is mail from ' +
      'it (403) and to it (422). A value that is blocked already is answered 200, with its entry.',
    success: [
      { status: 201, type: BlockResponse },
      { status: 200, type: BlockResponse },
    ],
    errors: [409],
  })
  async create(
    @Body() { Kind, Value, Reason }: BlockRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BlockResponse> {
    const { entry, isNew } = await this.blocklist.create(Kind, Value, Reason ?? '');
    if (isNew) response.setHeader('Location', `/api/admin/blacklist/${entry.id}`);
    else response.status(HttpStatus.OK);
    return { Entry: BlockView.of(entry) };
  }

  @Get(':id')
  @Operation({
    summary: 'Read a block',
    description: 'Says who made the entry, and why.',
    success: { status: 200, type: BlockResponse },
  })
  get(@Known() entry: BlockEntry): BlockResponse {
    return { Entry: BlockView.of(entry) };
  }

  @Delete(':id')
  @Operation({
    summary: 'Lift a block',
    description: 'What the entry blocked is accepted again.',
    success: { status: 204 },
  })
  async delete(@Known() { id }: BlockEntry): Promise<void> {
    await this.blocklist.delete(id);
  }
}
