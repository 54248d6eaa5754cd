import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Problem, receivedBytes } from '#libs/core/http';
import { isId } from '#libs/core/persistence';
import type { KeyScope } from '../access/access.js';
import { AuthSettings } from '../auth-settings.js';
import { CredentialReader } from '../credentials/credential-reader.js';
import { KeyAuthenticator } from '../credentials/key-authenticator.js';
import type { KeyPrincipal } from '../principal/principal.js';
import { isCurrent, isSignedWith, readSignature, type Signature } from './signed-request.js';
import { signingSecretOf } from './signing-secret.js';

/** Fault of a signature: its dialect has an error for each. */
export type SignatureFault = 'missing' | 'unknown' | 'expired' | 'mismatch';

/** Largest body that is read for its hash. */
const BODY_MAX = 2_097_152;

/** Authenticates an API key by a request that is signed for it (Signature Version 4): the access key id is the id of the key. */
@Injectable()
export class SignatureAuthenticator {
  constructor(
    private readonly credentials: CredentialReader,
    private readonly keys: KeyAuthenticator,
    private readonly settings: AuthSettings,
  ) {}

  /**
   * @param service that the signature must be for, in any region
   * @throws Problem AuthorizationError, PermissionDenied, TenantSuspended, PayloadTooLarge
   */
  async authenticate(request: Request, service: string, scope: KeyScope): Promise<KeyPrincipal> {
    const signature = readSignature(request);
    // Temporary credentials have a session token, and there are none.
    if (!signature) throw rejected('missing', 'The request is not signed with Signature Version 4');
    if (request.headers['x-amz-security-token'] !== undefined) throw rejected('unknown', 'There are no session tokens');
    if (!isCurrent(signature, new Date())) throw rejected('expired', 'The time of the signature is not now');
    const { keyId } = signature;
    const hash = isId('key', keyId) ? (await this.credentials.read('keyHash', keyId))?.hash : undefined;
    if (hash === undefined) throw rejected('unknown', 'The access key id is unknown, or the key was revoked');
    await this.verify(request, service, signature, hash);
    return this.keys.authenticateHash(hash, scope);
  }

  private async verify(request: Request, service: string, signature: Signature, hash: string): Promise<void> {
    const secret = signingSecretOf(this.settings.serviceSecret, hash, signature.keyId);
    const body = await receivedBytes(request, BODY_MAX);
    if (signature.service !== service || !isSignedWith(secret, request, body, signature))
      throw rejected('mismatch', 'The signature is not that of this request with the secret of the key');
  }
}

const rejected = (fault: SignatureFault, message: string): Problem =>
  new Problem('AuthorizationError', { message, extra: { Fault: fault } });
