import { Module } from '@nestjs/common';
import { GuessLimit } from './guess-limit.js';
import { PasswordHasher } from './password-hasher.js';

@Module({
  providers: [GuessLimit, PasswordHasher],
  exports: [GuessLimit, PasswordHasher],
})
export class PasswordsModule {}
