import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/core/persistence';
import { IdentityClient } from '../identity/identity-client.js';
import { KeyUseReporter } from './key-use.js';
import { SessionUseReporter } from './session-use.js';

/** Internal operation of identity: `{uses: [{keyId, at}]}`, 204. */
export const KEY_USE_PATH = '/internal/keys/used';

/** Internal operation of identity: `{uses: [{sessionId, at}]}`, 204. */
export const SESSION_USE_PATH = '/internal/sessions/used';

/** Uses per call of these paths, at most. */
export const USE_BATCH = 10_000;

/** Reports over HTTP, in batches; reports are idempotent. */
@Injectable()
export class HttpKeyUseReporter extends KeyUseReporter {
  constructor(private readonly identity: IdentityClient) {
    super();
  }

  report(uses: { keyId: Id<'key'>; at: Date }[]): Promise<void> {
    return reportInBatches(this.identity, KEY_USE_PATH, uses);
  }
}

/** Reports over HTTP, in batches; reports are idempotent. */
@Injectable()
export class HttpSessionUseReporter extends SessionUseReporter {
  constructor(private readonly identity: IdentityClient) {
    super();
  }

  report(uses: { sessionId: Id<'ses'>; at: Date }[]): Promise<void> {
    return reportInBatches(this.identity, SESSION_USE_PATH, uses);
  }
}

async function reportInBatches(identity: IdentityClient, path: string, uses: readonly object[]): Promise<void> {
  for (let start = 0; start < uses.length; start += USE_BATCH) {
    const { status } = await identity.call('POST', path, { uses: uses.slice(start, start + USE_BATCH) });
    if (status !== 204) throw new Error(`Identity answered ${status} to a report of use`);
  }
}
