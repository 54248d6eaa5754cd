import { Body, Controller, Delete, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operator } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { DatacenterAsn } from './datacenter-asn.entity.js';
import { DatacentersService } from './datacenters.service.js';
import { AddDatacenterRequest, ListDatacentersQuery } from './dto/datacenter.requests.js';
import { DatacenterPageResponse, DatacenterResponse, DatacenterView } from './dto/datacenter.responses.js';

const Known = knownBy(DatacentersService, (datacenters, { asn = '' }) => datacenters.find(asn));

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
  async list(@Query() page: ListDatacentersQuery): Promise<DatacenterPageResponse> {
    return DatacenterPageResponse.of(await this.datacenters.listPage(page));
  }

  @Post()
  @Operation({
    summary: 'Call an autonomous system a data centre',
    description:
      'Registrations from its addresses are rejected (403), unless the installation allows them. One that is listed ' +
      'already is answered 200, as it stands.',
    success: [
      { status: 201, type: DatacenterResponse },
      { status: 200, type: DatacenterResponse },
    ],
    errors: [409],
  })
  async create(
    @Body() { Asn, Name }: AddDatacenterRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DatacenterResponse> {
    const { datacenter, isNew } = await this.datacenters.create(Asn, Name ?? '');
    if (isNew) response.setHeader('Location', `/api/admin/datacenter-asn/${Asn}`);
    else response.status(HttpStatus.OK);
    return { Datacenter: DatacenterView.of(datacenter) };
  }

  @Get(':asn')
  @ApiParam(ASN)
  @Operation({
    summary: 'Read a data centre',
    description: 'A data centre is known by the number of its autonomous system.',
    success: { status: 200, type: DatacenterResponse },
  })
  get(@Known() datacenter: DatacenterAsn): DatacenterResponse {
    return { Datacenter: DatacenterView.of(datacenter) };
  }

  @Delete(':asn')
  @ApiParam(ASN)
  @Operation({
    summary: 'Take a data centre off the list',
    description: 'The autonomous system no longer counts as a data centre.',
    success: { status: 204 },
  })
  async delete(@Known() { asn }: DatacenterAsn): Promise<void> {
    await this.datacenters.delete(asn);
  }
}
