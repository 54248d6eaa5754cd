import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/persistence';
import { IdentityClient } from './identity-client.js';
import { KeyUseReporter } from './key-use.js';

/** Path of identity's internal operation: `{uses: [{keyId, at}]}`, 204. */
export const KEY_USE_PATH = '/internal/keys/used';

/** How many uses one call of {@link KEY_USE_PATH} may report. */
export const KEY_USE_BATCH = 10_000;

/** Reports over HTTP. Repeating a part of a report does no harm. */
@Injectable()
export class HttpKeyUseReporter extends KeyUseReporter {
  constructor(private readonly identity: IdentityClient) {
    super();
  }

  async report(uses: { keyId: Id<'key'>; at: Date }[]): Promise<void> {
    for (let start = 0; start < uses.length; start += KEY_USE_BATCH) {
      await this.reportBatch(uses.slice(start, start + KEY_USE_BATCH));
    }
  }

  private async reportBatch(uses: { keyId: Id<'key'>; at: Date }[]): Promise<void> {
    const { status } = await this.identity.call('POST', KEY_USE_PATH, { uses });
    if (status !== 204) throw new Error(`Identity answered ${status} to a report of key use`);
  }
}
