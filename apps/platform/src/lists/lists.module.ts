import { Module } from '@nestjs/common';
import { ListsResolver } from './graphql/lists.resolver.js';
import { ListMemberRepository } from './list-member.repository.js';
import { ListRepository } from './list.repository.js';
import { ListsController } from './lists.controller.js';
import { ListsService } from './lists.service.js';

@Module({
  controllers: [ListsController],
  providers: [ListMemberRepository, ListRepository, ListsResolver, ListsService],
  exports: [ListMemberRepository, ListRepository, ListsService],
})
export class ListsModule {}
