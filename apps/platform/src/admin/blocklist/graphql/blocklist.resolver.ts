import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import type { BlockEntry } from '../block-entry.entity.js';
import { BlocklistService } from '../blocklist.service.js';
import { BlockRequest } from '../dto/blocklist.requests.js';
import { BlockView } from '../dto/blocklist.responses.js';
import { BlockEntryConnection, BlockEntryConnectionArgs } from './blocklist.types.js';

const EntryArgument = knownArgument('id', BlocklistService, (blocklist, id) => blocklist.find(id));

@Operator()
@Resolver(() => BlockView)
export class BlocklistResolver {
  constructor(private readonly blocklist: BlocklistService) {}

  @Query(() => BlockEntryConnection, { nullable: true, description: 'What is blocked, newest first. For operators.' })
  blockEntries(@Args() { kind, q, ...args }: BlockEntryConnectionArgs): Promise<BlockEntryConnection> {
    return BlockEntryConnection.read(args, (page) => this.blocklist.listPage({ kind, text: q }, page));
  }

  @Query(() => BlockView, { nullable: true, description: 'One entry of the blocklist. For operators.' })
  blockEntry(@EntryArgument() entry: BlockEntry): BlockView {
    return BlockView.of(entry);
  }

  @Mutation(() => BlockView, {
    nullable: true,
    description: 'Blocks a value, enforced when it answers; the entry that is there if it is blocked already.',
  })
  async createBlockEntry(@Args('input') { Kind, Value, Reason }: BlockRequest): Promise<BlockView> {
    return BlockView.of((await this.blocklist.create(Kind, Value, Reason ?? '')).entry);
  }

  @Mutation(() => ID, { nullable: true, description: 'Lifts a block. Answers its id.' })
  async deleteBlockEntry(@EntryArgument() { id }: BlockEntry): Promise<string> {
    await this.blocklist.delete(id);
    return id;
  }
}
