import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ChangePublisher } from '#libs/core/live';
import { CommitGathering, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import { type ChangeKind, TenantChange } from './tenant-change.js';
import { streamOf } from './tenant-stream.js';

/** Changes of a tenant within this time are one command of Redis, however many transactions they are of. */
const INTERVAL_MS = 200;

type Changes = Map<TenantId, TenantChange>;

/**
 * Tells those who listen to a tenant what transactions changed, once they have committed: ids that are gathered in memory, and a command
 * of Redis a tenant and interval, which finds nothing where nobody listens. It costs a transaction no statement and no wait.
 */
@Injectable()
export class TenantEvents implements OnApplicationShutdown {
  private readonly publisher: ChangePublisher;
  private readonly gathering = new CommitGathering<Changes>(
    () => new Map(),
    (changes) => this.wait(changes),
  );
  private waiting: Changes = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor({ redisUrl }: PlatformConfig) {
    this.publisher = new ChangePublisher({
      redisUrl,
      streamOf,
      everything: new TenantChange().markLarge().toText(),
      lost: {
        name: 'platform_changes_lost_total',
        help: 'Changes of tenants that listeners were not told of, because Redis did not answer',
      },
    });
  }

  /** Things of a kind changed in a transaction. */
  changed(tx: SqlExecutor, tenantId: TenantId, kind: ChangeKind, ids: Iterable<string>): void {
    this.gathering.add(tx, (changes) => {
      let change = changes.get(tenantId);
      if (!change) changes.set(tenantId, (change = new TenantChange()));
      const changed = change.of(kind);
      for (const id of ids) changed.add(id);
    });
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.publish();
    this.publisher.close();
  }

  private wait(changes: Changes): void {
    for (const [tenantId, change] of changes) {
      const known = this.waiting.get(tenantId);
      if (known) known.add(change);
      else this.waiting.set(tenantId, change);
    }
    this.timer ??= setTimeout(() => this.publish(), INTERVAL_MS).unref();
  }

  private publish(): void {
    this.timer = undefined;
    const changes = this.waiting;
    this.waiting = new Map();
    for (const [tenantId, change] of changes)
      if (change.kinds.size > 0) this.publisher.publish(tenantId, change.toText());
  }
}
