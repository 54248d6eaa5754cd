import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Operator } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import type { ConsoleUser } from './console-user.js';
import { ConsoleUsersService } from './console-users.service.js';
import { ListUsersQuery, UpdateUserRequest } from './dto/user.requests.js';
import { ConsoleUserResponse, ConsoleUsersResponse, ConsoleUserView } from './dto/user.responses.js';

const Known = knownBy(ConsoleUsersService, (users, { id = '' }) => users.get(id));

@ApiTags('Operator console')
@IdentityOutage('ProviderError')
@Operator()
@Controller('api/admin/users')
export class ConsoleUsersController {
  constructor(private readonly users: ConsoleUsersService) {}

  @Get()
  @Operation({
    summary: 'Find users by an e-mail address, or a part of one',
    description:
      'email finds the user who has it; q up to 20 users, those first whose address begins with it. Addresses that are not verified ' +
      'are found, too.',
    success: { status: 200, type: ConsoleUsersResponse },
  })
  async list(@Query() query: ListUsersQuery): Promise<ConsoleUsersResponse> {
    return { Users: (await this.users.list(query)).map((user) => ConsoleUserView.of(user)) };
  }

  @Patch(':id')
  @Operation({
    summary: 'Disable a user, or enable them again',
    description:
      'When this has answered, every app rejects the sessions of a disabled user. The change is in the audit log, with ' +
      'the reason. An operator cannot disable themself (409).',
    success: { status: 200, type: ConsoleUserResponse },
    errors: [409],
  })
  async update(
    @Known() { id }: ConsoleUser,
    @Body() { Status, Reason }: UpdateUserRequest,
  ): Promise<ConsoleUserResponse> {
    return { User: ConsoleUserView.of(await this.users.setStatus(id, Status, Reason?.trim())) };
  }
}
