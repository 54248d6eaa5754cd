import { Module } from '@nestjs/common';
import { BlocklistModule } from '../blocklist/blocklist.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SupportModule } from '../support/support.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { LoginController } from './login.controller.js';
import { LoginService } from './login.service.js';
import { LogoutService } from './logout.service.js';

@Module({
  imports: [BlocklistModule, SessionsModule, SupportModule, TwoFactorModule, UsersModule],
  controllers: [LoginController],
  providers: [LoginService, LogoutService],
  exports: [LoginService],
})
export class LoginModule {}
