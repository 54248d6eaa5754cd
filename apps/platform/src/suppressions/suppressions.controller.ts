import { Body, Controller, Delete, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { AddSuppressionRequest, ListSuppressionsQuery } from './dto/suppression.requests.js';
import { SuppressionPageResponse, SuppressionResponse } from './dto/suppression.responses.js';
import { Suppression } from './suppression.entity.js';
import { SuppressionsService } from './suppressions.service.js';

const Known = knownBy(SuppressionsService, (suppressions, { name = '' }) => suppressions.find(currentTenantId(), name));

const NAME = { name: 'name', description: 'The Id of the entry, or its Address.' };

@ApiTags('Suppressions')
@Controller('api/suppressions')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionsService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'List suppressed addresses, newest first',
    description: 'A search looks at a bounded number of entries: a page may be short or empty and have more behind it.',
    success: { status: 200, type: SuppressionPageResponse },
  })
  async list(@Query() { q, reason, ...page }: ListSuppressionsQuery): Promise<SuppressionPageResponse> {
    const filter = { text: q, reason };
    return SuppressionPageResponse.of(await this.suppressions.listPage(currentTenantId(), filter, page));
  }

  @Post()
  @Session()
  @Operation({
    summary: 'Suppress an address',
    description:
      'Nothing more is sent to it, or with TopicId nothing more of the topic. A number may be suppressed for one sender of texts alone. An address that is suppressed already is answered 200, as it stands; a complaint takes the entry over.',
    success: [
      { status: 201, type: SuppressionResponse },
      { status: 200, type: SuppressionResponse },
    ],
  })
  async create(
    @Body() body: AddSuppressionRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SuppressionResponse> {
    const { entry, isNew } = await this.suppressions.create(currentTenantId(), body);
    if (isNew) response.setHeader('Location', `/api/suppressions/${entry.id}`);
    else response.status(HttpStatus.OK);
    return SuppressionResponse.of(entry);
  }

  @Get(':name')
  @Session()
  @ApiParam(NAME)
  @Operation({
    summary: 'Read a suppressed address',
    description: 'Source says what suppressed the address.',
    success: { status: 200, type: SuppressionResponse },
  })
  get(@Known() entry: Suppression): SuppressionResponse {
    return SuppressionResponse.of(entry);
  }

  @Delete(':name')
  @Session()
  @ApiParam(NAME)
  @Operation({
    summary: 'Send to an address again',
    description: 'Messages to the address are accepted again.',
    success: { status: 204 },
  })
  async delete(@Known() entry: Suppression): Promise<void> {
    await this.suppressions.delete(entry);
  }
}
