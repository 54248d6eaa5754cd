import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { PageRepository } from './page.repository.js';

const HOUR_MS = 3_600_000;
const KEPT_MS = 30 * 24 * HOUR_MS;

/** Erases deleted pages after thirty days. */
@Injectable()
export class DeletedPages {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
  ) {}

  @Every<DeletedPages>({ every: HOUR_MS })
  async erase(): Promise<void> {
    await this.eraseAt(new Date());
  }

  async eraseAt(now: Date): Promise<void> {
    await this.database.system((tx) => this.pages.eraseDeletedBefore(tx, new Date(now.getTime() - KEPT_MS)));
  }
}
