import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import type { DatacenterAsn } from '../datacenter-asn.entity.js';
import { DatacentersService } from '../datacenters.service.js';
import { AddDatacenterRequest } from '../dto/datacenter.requests.js';
import { DatacenterView } from '../dto/datacenter.responses.js';
import { DatacenterConnection, DatacenterConnectionArgs } from './datacenters.types.js';

/** Finds a network by its number, with or without AS before it. */
const DatacenterArgument = knownArgument('asn', DatacentersService, (datacenters, asn) => datacenters.find(asn));

@Operator()
@Resolver(() => DatacenterView)
export class DatacentersResolver {
  constructor(private readonly networks: DatacentersService) {}

  @Query(() => DatacenterConnection, { nullable: true, description: 'The networks of data centres. For operators.' })
  datacenters(@Args() args: DatacenterConnectionArgs): Promise<DatacenterConnection> {
    return DatacenterConnection.read(args, (page) => this.networks.listPage(page));
  }

  @Query(() => DatacenterView, { nullable: true, description: 'One network of data centres. For operators.' })
  datacenter(@DatacenterArgument() datacenter: DatacenterAsn): DatacenterView {
    return DatacenterView.of(datacenter);
  }

  @Mutation(() => DatacenterView, {
    nullable: true,
    description: 'Lists a network, from which nobody can register then; as it stands if it is listed already.',
  })
  async addDatacenter(@Args('input') { Asn, Name }: AddDatacenterRequest): Promise<DatacenterView> {
    return DatacenterView.of((await this.networks.create(Asn, Name ?? '')).datacenter);
  }

  @Mutation(() => ID, { nullable: true, description: 'Takes a network off the list. Answers its number.' })
  async deleteDatacenter(@DatacenterArgument() { asn }: DatacenterAsn): Promise<number> {
    await this.networks.delete(asn);
    return asn;
  }
}
