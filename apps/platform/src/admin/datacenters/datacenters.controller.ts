import { Body, Controller, Delete, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operator } from '#libs/auth';
import { knownBy, Operation } from '#libs/http';
import type { Datacenter } from './datacenter.js';
import { DatacentersService } from './datacenters.service.js';
import { AddDatacenterRequest, ListDatacentersQuery } from './dto/datacenter.requests.js';
import { DatacenterPageResponse, DatacenterResponse, type DatacenterView } from './dto/datacenter.responses.js';

const Known = knownBy(DatacentersService, (datacenters, { asn = '' }) => datacenters.exists(asn));

const ASN = { name: 'asn', description: 'The number, with or without AS before it.' };

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/datacenter-asn')
export class DatacentersController {
  constructor(private readonly datacenters: DatacentersService) {}

  @Get()
  @Operation({
    summary: 'List the data centres, by number',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: DatacenterPageResponse },
  })
  async list(@Query() { cursor, limit }: ListDatacentersQuery): Promise<DatacenterPageResponse> {
    const { items, nextCursor, hasMore } = await this.datacenters.list(cursor, limit);
    return { Datacenters: items.map(toView), NextCursor: nextCursor, HasMore: hasMore };
  }

  @Post()
  @Operation({
    summary: 'Call an autonomous system a data centre',
    description:
      'Registrations from its addresses are refused (403), unless the installation allows them. One that is listed ' +
      'already is answered 200, as it stands.',
    success: [
      { status: 201, type: DatacenterResponse },
      { status: 200, type: DatacenterResponse },
    ],
    errors: [409],
  })
  async add(
    @Body() { Asn, Name }: AddDatacenterRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DatacenterResponse> {
    const { datacenter, added } = await this.datacenters.add(Asn, Name ?? '');
    if (added) response.setHeader('Location', `/api/admin/datacenter-asn/${Asn}`);
    else response.status(HttpStatus.OK);
    return { Datacenter: toView(datacenter) };
  }

  @Get(':asn')
  @Known()
  @ApiParam(ASN)
  @Operation({
    summary: 'Read a data centre',
    description: 'A data centre is known by the number of its autonomous system.',
    success: { status: 200, type: DatacenterResponse },
  })
  async read(@Param('asn') asn: string): Promise<DatacenterResponse> {
    return { Datacenter: toView(await this.datacenters.read(asn)) };
  }

  @Delete(':asn')
  @Known()
  @ApiParam(ASN)
  @Operation({
    summary: 'Take a data centre off the list',
    description: 'The autonomous system no longer counts as a data centre.',
    success: { status: 204 },
  })
  async remove(@Param('asn') asn: string): Promise<void> {
    await this.datacenters.remove(asn);
  }
}

function toView({ asn, name, createdBy, createdAt }: Datacenter): DatacenterView {
  return { Asn: asn, Name: name, CreatedBy: createdBy, CreatedAt: createdAt.toISOString() };
}
