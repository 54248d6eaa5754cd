import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { DeleteAccountRequest } from './account-deletion.requests.js';
import { AccountDeletionService } from './account-deletion.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/users')
export class AccountDeletionController {
  constructor(private readonly deletions: AccountDeletionService) {}

  @Post(':userId/delete')
  @Operation({ summary: 'Delete an account after a week of grace', success: { status: 204 } })
  request(@Param('userId') userId: string, @Body() { password, code }: DeleteAccountRequest): Promise<void> {
    return this.deletions.request(userId, password, code);
  }
}
