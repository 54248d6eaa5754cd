import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ChangeRequest, ForgottenRequest, ResetRequest } from './password.requests.js';
import { ForgottenPasswordService } from './forgotten-password.service.js';
import { NewPasswordService } from './new-password.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal')
export class PasswordsController {
  constructor(
    private readonly forgotten: ForgottenPasswordService,
    private readonly passwords: NewPasswordService,
  ) {}

  @Post('passwords/forgotten')
  @Operation({ summary: 'Send a link for a new password, if a user has the address', success: { status: 204 } })
  forget(@Body() { email }: ForgottenRequest): Promise<void> {
    return this.forgotten.request(email);
  }

  @Post('passwords/reset')
  @Operation({ summary: 'Set a password by the token of a link', success: { status: 204 } })
  reset(@Body() { token, password }: ResetRequest): Promise<void> {
    return this.passwords.reset(token, password);
  }

  @Post('users/:userId/password')
  @Operation({ summary: 'Change a password with the current one', success: { status: 204 } })
  change(
    @Param('userId') userId: string,
    @Body() { currentPassword, newPassword, sessionId }: ChangeRequest,
  ): Promise<void> {
    return this.passwords.change(userId, currentPassword, newPassword, sessionId);
  }
}
