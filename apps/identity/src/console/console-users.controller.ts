import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation, QueryText } from '#libs/core/http';
import type { ConsoleUser } from './console-user.repository.js';
import { ConsoleUsersService } from './console-users.service.js';

export class ConsoleUsersQuery {
  @QueryText({ max: 254, required: true })
  email: string;
}

/** The users of the whole platform, for the operator console. */
@ApiExcludeController()
@Internal()
@Controller('internal/console/users')
export class ConsoleUsersController {
  constructor(private readonly users: ConsoleUsersService) {}

  @Get()
  @Operation({ summary: 'The user who has an address', success: { status: 200 } })
  async list(@Query() { email }: ConsoleUsersQuery): Promise<{ users: ConsoleUser[] }> {
    return { users: await this.users.list(email) };
  }

  @Get(':userId')
  @Operation({ summary: 'A user', success: { status: 200 } })
  get(@Param('userId') userId: string): Promise<ConsoleUser> {
    return this.users.get(userId);
  }
}
