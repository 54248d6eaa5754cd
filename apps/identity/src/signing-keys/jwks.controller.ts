import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SigningKeyRing, type PublishedKey } from './signing-key-ring.js';

/** How long clients may cache the key set. */
export const JWKS_MAX_AGE_SECONDS = 60;

const JWKS_SCHEMA = {
  type: 'object',
  required: ['keys'],
  properties: { keys: { type: 'array', items: { type: 'object', additionalProperties: true } } },
};

@ApiTags('Signing keys')
@Public()
@Controller('.well-known')
export class JwksController {
  constructor(private readonly ring: SigningKeyRing) {}

  @Get('jwks.json')
  @Header('Cache-Control', `public, max-age=${JWKS_MAX_AGE_SECONDS}`)
  @Header('Access-Control-Allow-Origin', '*')
  @Operation({
    summary: 'The public keys of session tokens',
    description: 'A JSON Web Key Set (RFC 7517): every key that a valid session token may name in its header.',
    success: { status: 200, schema: JWKS_SCHEMA },
    anyQuery: true,
  })
  async keys(): Promise<{ keys: PublishedKey[] }> {
    return { keys: await this.ring.published() };
  }
}
