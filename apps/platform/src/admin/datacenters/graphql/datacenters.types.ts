import { ArgsType, ObjectType } from '@nestjs/graphql';
import { pageConnectionOf } from '#libs/core/graphql';
import type { DatacenterAsn } from '../datacenter-asn.entity.js';
import { DatacenterView } from '../dto/datacenter.responses.js';

const datacenters = pageConnectionOf('Datacenter', DatacenterView, {
  max: 500,
  position: ({ asn }: DatacenterAsn) => asn,
});

@ArgsType()
export class DatacenterConnectionArgs extends datacenters.Args {}

@ObjectType('DatacenterConnection')
export class DatacenterConnection extends datacenters.Connection {}
