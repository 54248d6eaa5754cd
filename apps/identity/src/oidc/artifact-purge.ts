import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { logger } from '#libs/observability';
import { ArtifactRepository } from './artifact.repository.js';

const EVERY_MS = 5 * 60_000;
const BATCH = 1_000;

/** Removes what has expired: it is found by nobody any more, and every visit to the sign-in leaves some. */
@Injectable()
export class ArtifactPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly artifacts: ArtifactRepository) {}

  onApplicationBootstrap(): void {
    this.plan();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async run(): Promise<void> {
    while (!this.stopped && (await this.artifacts.purge(BATCH)) === BATCH);
  }

  private plan(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.run()
        .catch((error: unknown) => logger.error('Expired artifacts could not be removed', { error }))
        .then(() => this.plan());
    }, EVERY_MS).unref();
  }
}
