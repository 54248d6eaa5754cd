import { ArgsType, ObjectType } from '@nestjs/graphql';
import { byText, inBothDirections, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import type { DatacenterAsn } from '../datacenter-asn.entity.js';
import { DatacenterView } from '../dto/datacenter.responses.js';

const ASN = { key: 'asn', type: 'number' } as const;

const datacenters = pageConnectionOf('Datacenter', DatacenterView, {
  max: 500,
  position: ({ asn }: DatacenterAsn) => asn,
  // Names have no index: there are 20,000 entries at most.
  orders: new ListOrders('DatacenterSort', {
    ...inBothDirections('number', [], 'asc', ASN),
    ...byText('name', { unique: ASN }),
  }),
  counted: true,
});

@ArgsType()
export class DatacenterConnectionArgs extends datacenters.Args {}

@ObjectType('DatacenterConnection')
export class DatacenterConnection extends datacenters.Connection {}
