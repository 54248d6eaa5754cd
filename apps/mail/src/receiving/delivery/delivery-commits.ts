import { Injectable } from '@nestjs/common';
import { type BatchJob, completeJobs } from '#libs/core/jobs';
import { Database, DatabaseUnavailable, GroupCommitter, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { BlobOfTenant } from '#libs/core/storage';
import { ArrivingMessages } from '../arriving-messages.js';
import { type ExaminedInbound, MailboxDelivery } from './mailbox-delivery.js';
import { deleteInbound } from '../inbound.sql.js';
import { type TargetMailboxes, findMailboxes, insertBlobsFor } from '../receiving-mailboxes.sql.js';

/** Messages in one transaction at most. */
const GROUP_MAX = 64;

/** How long a group of jobs waits for more of them, in milliseconds. No sender waits for their end. */
const LINGER_MS = 10;

/** The same for messages whose senders wait: no longer than others are arriving, of which some may be slow. */
const LINGER_AT_ONCE_MS = 30;
const QUIET_MS = 8;

/** Senders that have had their answer begin their next message within this time (milliseconds). */
const REST_MS = 2;

/** A job that is done: with a message to deliver, or without where that is gone. */
export interface FinishedJob {
  tenantId: TenantId;
  job: BatchJob;
  delivery: ExaminedInbound | null;
}

/** A message that nothing is stored of yet. */
export interface UnstoredInbound {
  tenantId: TenantId;
  blob: BlobOfTenant;
  delivery: ExaminedInbound;
}

/**
 * Stores messages in one transaction with what makes sure that each is delivered once: their jobs are completed and what these
 * are about is deleted, or their bytes are stored with them. Messages that are examined during a commit share the next one.
 * One that fails fails alone.
 */
@Injectable()
export class DeliveryCommits {
  private readonly jobs: GroupCommitter<FinishedJob, void>;
  private readonly atOnce: GroupCommitter<UnstoredInbound, void>;

  constructor(
    private readonly database: Database,
    private readonly delivery: MailboxDelivery,
    arriving: ArrivingMessages,
  ) {
    const shared = {
      maxItems: GROUP_MAX,
      failsWholeGroup: (error: unknown) => error instanceof DatabaseUnavailable,
    };
    this.jobs = new GroupCommitter<FinishedJob, void>((group) => this.commit(group, (tx) => this.complete(tx, group)), {
      ...shared,
      lingerMs: LINGER_MS,
    });
    this.atOnce = new GroupCommitter<UnstoredInbound, void>(
      (group) => this.commit(group, (tx) => this.store(tx, group)),
      {
        ...shared,
        lingerMs: LINGER_AT_ONCE_MS,
        quietMs: QUIET_MS,
        restMs: REST_MS,
        expected: () => arriving.count(),
      },
    );
  }

  /** Resolves when it is durable. @throws DatabaseUnavailable */
  finish(finished: FinishedJob): Promise<void> {
    return this.jobs.submit(finished);
  }

  /** Resolves when it is durable. @throws DatabaseUnavailable: then it may be */
  deliver(delivery: UnstoredInbound): Promise<void> {
    return this.atOnce.submit(delivery);
  }

  private async commit(
    group: readonly { tenantId: TenantId }[],
    begin: (tx: SqlExecutor) => Promise<{ deliveries: ExaminedInbound[]; mailboxes: TargetMailboxes }>,
  ): Promise<void[]> {
    const tenantIds = [...new Set(group.map(({ tenantId }) => tenantId))];
    await this.database.together(tenantIds, async (tx) => {
      const { deliveries, mailboxes } = await begin(tx);
      if (deliveries.length > 0) await this.delivery.deliver(tx, deliveries, mailboxes);
    });
    return group.map(() => undefined);
  }

  /** Completes jobs. The deliveries are those that no other worker has made. */
  private async complete(tx: SqlExecutor, group: readonly FinishedJob[]) {
    const ours = await completeJobs(
      tx,
      group.map(({ job }) => job),
    );
    const claimed = group.flatMap(({ job, delivery }) => (delivery && ours.has(job.id) ? delivery : []));
    const deleted = await deleteInbound(
      tx,
      claimed.map(({ inbound }) => inbound),
    );
    const deliveries = claimed.filter(({ inbound }) => deleted.has(inbound.id));
    return { deliveries, mailboxes: await findMailboxes(tx, placesOf(deliveries)) };
  }

  private async store(tx: SqlExecutor, group: readonly UnstoredInbound[]) {
    const deliveries = group.map(({ delivery }) => delivery);
    const blobs = group.map(({ blob }) => blob);
    return { deliveries, mailboxes: await insertBlobsFor(tx, placesOf(deliveries), blobs) };
  }
}

const placesOf = (deliveries: readonly ExaminedInbound[]) =>
  deliveries.flatMap(({ inbound: { tenantId, recipients } }) =>
    recipients.map(({ mailboxId }) => ({ tenantId, id: mailboxId })),
  );
