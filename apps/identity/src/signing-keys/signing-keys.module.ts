import { Module } from '@nestjs/common';
import { JwksController } from './jwks.controller.js';
import { KeyRotation } from './key-rotation.js';
import { SigningKeyRing } from './signing-key-ring.js';
import { SigningKeyRepository } from './signing-key.repository.js';
import { SigningKeysController } from './signing-keys.controller.js';

@Module({
  controllers: [JwksController, SigningKeysController],
  providers: [KeyRotation, SigningKeyRing, SigningKeyRepository],
  exports: [SigningKeyRing],
})
export class SigningKeysModule {}
