// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.
import type { CallOptions } from '../../call.js';
import type { Transport } from '../../transport.js';
import type * as T from './types.gen.js';

class JwksResource {
  constructor(private readonly transport: Transport) {}

  /** The public keys of session tokens. A JSON Web Key Set (RFC 7517): every key that a valid session token may name in its header. */
  keys(options?: CallOptions): Promise<T.JwksKeysResponse> {
    return this.transport.json({ method: 'GET', path: '/.well-known/jwks.json' }, options);
  }
}

export class IdentityApi {
  readonly jwks: JwksResource;

  constructor(transport: Transport) {
    this.jwks = new JwksResource(transport);
  }
}
