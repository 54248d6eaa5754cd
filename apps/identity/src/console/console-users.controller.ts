import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { invalidField, Operation, QueryText } from '#libs/core/http';
import type { ConsoleUser } from './console-user.repository.js';
import { ConsoleUsersService } from './console-users.service.js';

const PART = /^.{3}/;

export class ConsoleUsersQuery {
  /** All of an address. */
  @QueryText({ max: 254 })
  email?: string;

  /** A part of an address; of fewer characters the index finds nothing. */
  @QueryText({ max: 254, pattern: PART, form: 'must have three characters at least' })
  q?: string;
}

/** The users of the whole platform, for the operator console. */
@ApiExcludeController()
@Internal()
@Controller('internal/console/users')
export class ConsoleUsersController {
  constructor(private readonly users: ConsoleUsersService) {}

  @Get()
  @Operation({ summary: 'The user who has an address, or the users with a part of one', success: { status: 200 } })
  async list(@Query() { email, q }: ConsoleUsersQuery): Promise<{ users: ConsoleUser[] }> {
    if (q !== undefined) return { users: await this.users.search(q) };
    if (email === undefined) throw invalidField('MissingParameter', 'email', 'or q is required');
    return { users: await this.users.list(email) };
  }

  @Get(':userId')
  @Operation({ summary: 'A user', success: { status: 200 } })
  get(@Param('userId') userId: string): Promise<ConsoleUser> {
    return this.users.get(userId);
  }
}
