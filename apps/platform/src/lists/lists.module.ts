import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { ConfirmationRequests } from './confirmation/confirmation-requests.js';
import { ConfirmationSenders } from './confirmation/confirmation-senders.js';
import { ListChangesResolver } from './graphql/list-changes.resolver.js';
import { ListsResolver } from './graphql/lists.resolver.js';
import { ListMemberRepository } from './list-member.repository.js';
import { ListRepository } from './list.repository.js';
import { ListUses } from './list-uses.js';
import { ListsController } from './lists.controller.js';
import { ListsService } from './lists.service.js';

@Module({
  controllers: [ListsController, byKey(ListsController, { read: 'lists:read', write: 'lists:write' })],
  providers: [
    ConfirmationRequests,
    ConfirmationSenders,
    ListChangesResolver,
    ListMemberRepository,
    ListRepository,
    ListUses,
    ListsResolver,
    ListsService,
  ],
  exports: [ConfirmationRequests, ConfirmationSenders, ListMemberRepository, ListRepository, ListUses, ListsService],
})
export class ListsModule {}
