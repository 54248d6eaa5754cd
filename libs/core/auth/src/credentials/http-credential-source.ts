import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { CredentialSource } from './credential-source.js';
import { IdentityClient } from '../identity/identity-client.js';
import type { ViewEntry, ViewKind } from './views.js';

/** Internal operation of identity: `{names: [[kind, name], …]}` returns `{entries: […]}` and fills the view. */
export const RESOLVE_CREDENTIALS_PATH = '/internal/credentials/resolve';

@Injectable()
export class HttpCredentialSource extends CredentialSource {
  constructor(private readonly identity: IdentityClient) {
    super();
  }

  async resolve<K extends ViewKind>(names: readonly (readonly [K, string])[]): Promise<ViewEntry<K>[]> {
    const { status, body } = await this.identity.call('POST', RESOLVE_CREDENTIALS_PATH, { names });
    const { entries } = (body ?? {}) as { entries?: ViewEntry<K>[] };
    if (status === 200 && Array.isArray(entries) && entries.length === names.length) return entries;
    throw new Problem('ServiceUnavailable', {
      message: 'The identity service does not answer',
      cause: new Error(`Identity answered ${status} to a credential look-up, without what was asked for`),
    });
  }
}
