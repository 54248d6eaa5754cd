import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ConsoleUsersService } from './console-users.service.js';

/** The operators of the whole platform, for mail that is meant for them. */
@ApiExcludeController()
@Internal()
@Controller('internal/console/operators')
export class OperatorsController {
  constructor(private readonly users: ConsoleUsersService) {}

  @Get()
  @Operation({ summary: 'The addresses of the operators', success: { status: 200 } })
  async list(): Promise<{ emails: string[] }> {
    return { emails: await this.users.operatorEmails() };
  }
}
