import { Module } from '@nestjs/common';
import { byKey } from '#libs/auth';
import { ListsResolver } from './graphql/lists.resolver.js';
import { ListMemberRepository } from './list-member.repository.js';
import { ListRepository } from './list.repository.js';
import { ListsController } from './lists.controller.js';
import { ListsService } from './lists.service.js';

@Module({
  controllers: [ListsController, byKey(ListsController, { read: 'lists:read', write: 'lists:write' })],
  providers: [ListMemberRepository, ListRepository, ListsResolver, ListsService],
  exports: [ListMemberRepository, ListRepository, ListsService],
})
export class ListsModule {}
