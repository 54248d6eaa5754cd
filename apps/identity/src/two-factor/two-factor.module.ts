import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { SecondFactor } from './second-factor.js';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactorService } from './two-factor.service.js';

@Module({
  imports: [PasswordsModule, SessionsModule, UsersModule],
  controllers: [TwoFactorController],
  providers: [SecondFactor, TwoFactorService, TwoFactorRepository],
  exports: [SecondFactor],
})
export class TwoFactorModule {}
