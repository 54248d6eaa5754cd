import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { EndSessionRequest, LoginRequest, SecondFactorRequest } from './login.requests.js';
import { LoginService } from './login.service.js';
import { LogoutService } from './logout.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/sessions')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    private readonly logouts: LogoutService,
  ) {}

  @Post()
  @Operation({ summary: 'Open a session by password, or a pending login', success: { status: 200 } })
  login(@Body() { email, password, ip, userAgent }: LoginRequest) {
    return this.logins.login(email, password, { ip, userAgent });
  }

  @Post('second-factor')
  @Operation({ summary: 'Open the session of a pending login', success: { status: 200 } })
  secondFactor(@Body() { userId, code, ip, userAgent }: SecondFactorRequest) {
    return this.logins.loginWithSecondFactor(userId, code, { ip, userAgent });
  }

  @Post('end')
  @Operation({ summary: 'End the session of a token', success: { status: 204 } })
  end(@Body() { token }: EndSessionRequest): Promise<void> {
    return this.logouts.logOut(token);
  }
}
