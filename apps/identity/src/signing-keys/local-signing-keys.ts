import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keyIdOf, SigningKeys } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { IdentityConfig } from '../config.js';
import { SigningKeyRing } from './signing-key-ring.js';

/** Identity verifies session tokens with the keys that it publishes. */
@Injectable()
export class LocalSigningKeys extends SigningKeys {
  readonly issuer: string;

  constructor(
    private readonly ring: SigningKeyRing,
    config: IdentityConfig,
  ) {
    super();
    this.issuer = config.issuer;
  }

  async keyFor(token: string): Promise<KeyObject> {
    const kid = keyIdOf(token);
    try {
      return await this.ring.verifying(kid);
    } catch (cause) {
      throw new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired', cause });
    }
  }
}
