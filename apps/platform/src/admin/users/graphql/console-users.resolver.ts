import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { IdentityOutage, Operator } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import type { ConsoleUser } from '../console-user.js';
import { ConsoleUsersService } from '../console-users.service.js';
import { ListUsersQuery, UpdateUserRequest } from '../dto/user.requests.js';
import { ConsoleUserView } from '../dto/user.responses.js';

const ConsoleUserArgument = knownArgument('id', ConsoleUsersService, (users, id) => users.get(id));

@IdentityOutage('ProviderError')
@Operator()
@Resolver()
export class ConsoleUsersResolver {
  constructor(private readonly users: ConsoleUsersService) {}

  @Query(() => [ConsoleUserView], {
    nullable: true,
    description:
      'The user who has an e-mail address, or up to 20 users with `q` in one of theirs; nobody if there is none. For operators.',
  })
  async consoleUsers(@Args() query: ListUsersQuery): Promise<ConsoleUserView[]> {
    return (await this.users.list(query)).map((user) => ConsoleUserView.of(user));
  }

  @Mutation(() => ConsoleUserView, {
    nullable: true,
    description: 'Disables a user, or enables them again. For operators.',
  })
  async updateConsoleUser(
    @ConsoleUserArgument() { id }: ConsoleUser,
    @Args('input') { Status, Reason }: UpdateUserRequest,
  ): Promise<ConsoleUserView> {
    return ConsoleUserView.of(await this.users.setStatus(id, Status, Reason?.trim()));
  }
}
