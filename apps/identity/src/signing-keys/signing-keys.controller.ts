import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { RotateKeysRequest } from './signing-key.requests.js';
import { KeyRotation, type Rotation } from './key-rotation.js';

@ApiExcludeController()
@Internal()
@Controller('internal/signing-keys')
export class SigningKeysController {
  constructor(private readonly rotation: KeyRotation) {}

  @Post('rotate')
  @Operation({
    summary: 'Publish a new signing key; of compromised ones, replace all at once',
    success: { status: 200 },
  })
  rotate(@Body() { compromised = false }: RotateKeysRequest): Promise<Rotation> {
    return compromised ? this.rotation.replaceCompromised() : this.rotation.rotate();
  }
}
