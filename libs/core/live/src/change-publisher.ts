import { metrics } from '#libs/core/observability';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { appendChanges, groupChanges } from './change-log.js';

/** Subjects with lost changes that a process remembers, until Redis is back. */
const MAX_LOST = 10_000;
const RETRY_MS = 1_000;

/** A subject, and what changed of it. */
export interface SubjectChange {
  subjectId: string;
  text: string;
}

export interface PublisherOptions {
  redisUrl: string;
  /** Names the stream of a subject. */
  streamOf: (subjectId: string) => string;
  /** The text of a change of everything. */
  everything: string;
  /** The counter of changes that listeners were not told of. */
  lost: { name: string; help: string };
}

/**
 * Publishes changes to the listeners of their subjects. Changes that are given together are one command of Redis; a cluster gets one for each
 * subject. Callers do not wait. Changes are lost while Redis does not answer; later each of their subjects is reported as changed in everything.
 */
export class ChangePublisher {
  private readonly redis: RedisClient;
  private readonly lost = new Set<string>();
  private retry: NodeJS.Timeout | undefined;
  private isReporting = false;
  private readonly lostChanges;

  constructor(private readonly options: PublisherOptions) {
    this.redis = createRedis(options.redisUrl);
    this.redis.on('ready', () => void this.reportLost());
    this.lostChanges = metrics.registerCounter(options.lost);
  }

  publish(subjectId: string, text: string): void {
    this.publishAll([{ subjectId, text }]);
  }

  /** Publishes changes of several subjects. */
  publishAll(changes: readonly SubjectChange[]): void {
    const lose = (lost: readonly SubjectChange[]) => lost.forEach(({ subjectId }) => this.lose(subjectId));
    // To a Redis that hangs, commands would pile up.
    if (this.retry) return lose(changes);
    for (const group of groupChanges(this.redis, changes)) this.append(group).catch(() => lose(group));
  }

  close(): void {
    clearTimeout(this.retry);
    this.redis.disconnect();
  }

  private append(changes: readonly SubjectChange[]): Promise<void> {
    return appendChanges(
      this.redis,
      changes.map(({ subjectId, text }) => ({ stream: this.options.streamOf(subjectId), text })),
    );
  }

  private lose(subjectId: string): void {
    this.lostChanges.inc();
    if (this.lost.size < MAX_LOST) this.lost.add(subjectId);
    this.retry ??= setTimeout(() => void this.reportLost(), RETRY_MS).unref();
  }

  /** Reports the subjects with lost changes, one after the other, until Redis does not answer again. */
  private async reportLost(): Promise<void> {
    clearTimeout(this.retry);
    this.retry = undefined;
    // What runs already reports also those that are added meanwhile, or fails and tries again.
    if (this.isReporting) return;
    this.isReporting = true;
    for (const subjectId of this.lost) {
      this.lost.delete(subjectId);
      const isReported = await this.append([{ subjectId, text: this.options.everything }]).then(
        () => true,
        () => false,
      );
      if (isReported) continue;
      this.lose(subjectId);
      break;
    }
    this.isReporting = false;
  }
}
