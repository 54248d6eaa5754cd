import { ArgsType, ObjectType } from '@nestjs/graphql';
import { pageConnectionOf } from '#libs/core/graphql';
import type { BlockEntry } from '../block-entry.entity.js';
import { BlockFilters } from '../dto/blocklist.requests.js';
import { BlockView } from '../dto/blocklist.responses.js';

const entries = pageConnectionOf('BlockEntry', BlockView, {
  max: 200,
  position: ({ position }: BlockEntry) => position,
  filters: BlockFilters,
});

@ArgsType()
export class BlockEntryConnectionArgs extends entries.Args {}

@ObjectType('BlockEntryConnection')
export class BlockEntryConnection extends entries.Connection {}
