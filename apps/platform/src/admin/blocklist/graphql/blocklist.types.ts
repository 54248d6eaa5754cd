import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_POSITION, inBothDirections, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import type { BlockEntry } from '../block-entry.entity.js';
import { BlockFilters } from '../dto/blocklist.requests.js';
import { BlockView } from '../dto/blocklist.responses.js';

const entries = pageConnectionOf('BlockEntry', BlockView, {
  max: 200,
  position: ({ position }: BlockEntry) => position,
  filters: BlockFilters,
  // Its index has the kind before the value.
  orders: new ListOrders('BlockEntrySort', { ...BY_POSITION, ...inBothDirections('value', ['kind'], 'asc', 'value') }),
  counted: true,
});

@ArgsType()
export class BlockEntryConnectionArgs extends entries.Args {}

@ObjectType('BlockEntryConnection')
export class BlockEntryConnection extends entries.Connection {}
