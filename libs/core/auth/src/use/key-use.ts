import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/core/persistence';
import { LastUse } from './last-use.js';

const REPORT_EVERY_MS = 10_000;

/** Reports to identity when keys were last used. */
export abstract class KeyUseReporter {
  abstract report(uses: { keyId: Id<'key'>; at: Date }[]): Promise<void>;
}

/** The last use of each key, reported to identity every ten seconds. */
@Injectable()
export class KeyUse extends LastUse<Id<'key'>> {
  constructor(reporter: KeyUseReporter) {
    super((uses) => reporter.report(uses.map(({ name, at }) => ({ keyId: name, at }))), REPORT_EVERY_MS);
  }
}
