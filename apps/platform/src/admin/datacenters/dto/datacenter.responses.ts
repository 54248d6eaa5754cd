import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import { ASN_MAX } from '../asn.js';
import type { DatacenterAsn } from '../datacenter-asn.entity.js';

@GraphqlObject('Datacenter', 'A network of data centres, from which nobody registers.')
export class DatacenterView {
  @ApiProperty({ type: 'integer', maximum: ASN_MAX, example: 64496 })
  Asn: number;

  @ApiProperty({ example: 'Example Hosting' })
  Name: string;

  @ApiProperty({ description: 'The operator who listed it.', example: 'usr_0123456789abcdef' })
  CreatedBy: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  static of({ asn, name, createdBy, createdAt }: DatacenterAsn): DatacenterView {
    return { Asn: asn, Name: name, CreatedBy: createdBy, CreatedAt: createdAt.toISOString() };
  }
}

export class DatacenterResponse {
  @ApiProperty({ type: DatacenterView })
  Datacenter: DatacenterView;
}

export class DatacenterPageResponse extends pageOf('Datacenters', DatacenterView) {}
