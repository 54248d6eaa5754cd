import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { ReplacedVersion } from '#libs/sites/sites';

const HOUR_MS = 3_600_000;
/** A little longer than the runtime accepts forms of a replaced version. */
const KEPT_MS = 25 * HOUR_MS;

/** Deletes the record of versions that no visitor should still have open. */
@Injectable()
export class ReplacedVersions {
  constructor(private readonly database: Database) {}

  @Every<ReplacedVersions>({ every: HOUR_MS })
  async forget(): Promise<void> {
    await this.forgetAt(new Date());
  }

  async forgetAt(now: Date): Promise<void> {
    const replacedAt = LessThan(new Date(now.getTime() - KEPT_MS));
    await this.database.system((tx) => tx.delete(ReplacedVersion, { replacedAt }));
  }
}
