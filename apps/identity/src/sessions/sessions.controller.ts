import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation } from '#libs/http';
import { EndSessionRequest, LoginRequest } from './dto/session.requests.js';
import { LoginService } from './login.service.js';
import { SessionService } from './session.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/sessions')
export class SessionsController {
  constructor(
    private readonly logins: LoginService,
    private readonly sessions: SessionService,
  ) {}

  @Post()
  @Operation({ summary: 'Open a session by password', success: { status: 200 } })
  login(@Body() { email, password, ip, userAgent }: LoginRequest) {
    return this.logins.login(email, password, { ip, userAgent });
  }

  @Post('end')
  @Operation({ summary: 'End the session of a token', success: { status: 204 } })
  end(@Body() { token }: EndSessionRequest): Promise<void> {
    return this.sessions.endByToken(token);
  }
}
