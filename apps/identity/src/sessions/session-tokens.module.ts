import { Module } from '@nestjs/common';
import { SigningKeysModule } from '../signing-keys/signing-keys.module.js';
import { SessionTokens } from './session-tokens.js';

@Module({
  imports: [SigningKeysModule],
  providers: [SessionTokens],
  exports: [SessionTokens],
})
export class SessionTokensModule {}
