import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { type ReceivedMessage, SmtpRejection } from '#libs/mail/email';
import { Outbox, RelayWakeup } from '#libs/core/jobs';
import { carriedContext } from '#libs/core/observability';
import { Database, DatabaseUnavailable, GroupCommitter, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { type BlobOfTenant, Blobs } from '#libs/core/storage';
import { MailConfig } from '../config.js';
import { ImmediateDelivery } from './delivery/immediate-delivery.js';
import { DELIVER_JOB } from './inbound-jobs.js';
import { acceptInbound, type AcceptedInbound, insertInbound } from './inbound.sql.js';
import type { InboundMessage, InboundRecipient } from './inbound-message.entity.js';
import { type Destination, InboundRecipients } from './inbound-recipients.js';

/** Messages whose rows are written by one statement at most. */
const GROUP_MAX = 100;

/** Pause between two commits: messages that come during it share the next one, and who sends one at a time does not wait. */
const REST_MS = 10;

/** Takes messages over from their senders. */
@Injectable()
export class InboundMessagesService {
  private readonly commits: GroupCommitter<readonly AcceptedInbound[], void>;

  constructor(
    private readonly config: MailConfig,
    private readonly database: Database,
    private readonly blobs: Blobs,
    private readonly recipients: InboundRecipients,
    private readonly outbox: Outbox,
    private readonly wakeup: RelayWakeup,
    private readonly immediate: ImmediateDelivery,
  ) {
    this.commits = new GroupCommitter((groups) => this.commit(groups), {
      maxItems: GROUP_MAX,
      restMs: REST_MS,
      failsWholeGroup: (error) => error instanceof DatabaseUnavailable,
    });
  }

  /**
   * Delivers a message, or stores it for all mailboxes that it is to, once for each tenant. When it resolves, it is in its
   * mailboxes, or its bytes and the jobs that deliver them are durable. If it fails, no mailbox gets the message, unless it
   * is not known whether the transaction committed.
   * @throws SmtpRejection, StorageUnavailable, DatabaseUnavailable, and what reading the content throws
   */
  async accept(message: ReceivedMessage): Promise<void> {
    const taken = await this.readForTenants(message);
    const [first, ...others] = taken;
    if (first && others.length === 0 && (await this.immediate.deliver(first.message, first.blob))) return;
    const context = carriedContext();
    await this.commits.submit(taken.map((one) => ({ ...one, context })));
  }

  /**
   * Stores the bytes of a message for each tenant that it is to. It is accepted once a transaction has inserted what this
   * returns.
   * @param signedBy of a message that this installation sends: the domain that signed it
   * @throws SmtpRejection, StorageUnavailable, DatabaseUnavailable, and what reading the content throws
   */
  async prepare(message: ReceivedMessage, signedBy?: string): Promise<InboundMessage[]> {
    const taken = await this.readForTenants(message);
    await this.blobs.put(taken.map(({ blob }) => blob));
    return taken.map(({ message: row }) =>
      signedBy === undefined ? row : { ...row, client: { ...row.client, signedBy } },
    );
  }

  /** Reads the content once. Returns a row and its blob for each tenant that the message is to; neither is in the database. */
  private async readForTenants(message: ReceivedMessage): Promise<Omit<AcceptedInbound, 'context'>[]> {
    const destinations = await this.destinationsOf(message.to);
    requireReport(message, [...destinations.values()].flat());
    const [first, ...others] = [...destinations.keys()];
    const blob = await this.blobs.take(first!, message.content, this.config.inboundMaxBytes);
    const blobs = [blob];
    for (const tenantId of others) blobs.push(await this.blobFor(tenantId, blob));
    const taken: Omit<AcceptedInbound, 'context'>[] = [];
    for (const own of blobs) {
      const ofTenant = destinations.get(own.tenantId)!;
      const goesTo = {
        recipients: await this.mailboxesOf(ofTenant),
        reportDomainIds: reportDomainsOf(ofTenant),
        returnTo: returnsOf(ofTenant),
      };
      // A mailbox that may be full now is looked up again when it is named again.
      for (const [, { mailbox }] of ofTenant) if (mailbox) mailbox.usedBytes += own.bytes;
      taken.push({ message: inboundMessage(message, own, goesTo), blob: own });
    }
    return taken;
  }

  /** Inserts prepared messages and the jobs that deliver them, in a transaction of their tenants. */
  async insert(tx: SqlExecutor, messages: readonly InboundMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await insertInbound(tx, messages);
    const jobs = messages.map(({ tenantId, id }) => ({ tenantId, payload: { inboundId: id } }));
    await this.outbox.enqueue(tx, DELIVER_JOB, jobs);
  }

  /** Looked up again if the client named them some time ago, because addresses may have changed. */
  private async destinationsOf(to: readonly string[]): Promise<Map<TenantId, [string, Destination][]>> {
    const byTenant = new Map<TenantId, [string, Destination][]>();
    for (const address of to) {
      const destination = await this.recipients.findNamed(address);
      const { tenantId } = destination.domain;
      byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), [address, destination]]);
    }
    return byTenant;
  }

  private async mailboxesOf(destinations: readonly [string, Destination][]): Promise<InboundRecipient[]> {
    const byMailbox = new Map<string, InboundRecipient>();
    for (const [address, destination] of destinations) {
      const mailboxId = await this.recipients.mailboxIdOf(destination);
      if (mailboxId !== null && !byMailbox.has(mailboxId)) byMailbox.set(mailboxId, { mailboxId, address });
    }
    return [...byMailbox.values()].toSorted((a, b) => (a.mailboxId < b.mailboxId ? -1 : 1));
  }

  private async blobFor(tenantId: TenantId, blob: BlobOfTenant): Promise<BlobOfTenant> {
    if (blob.content) return { ...blob, tenantId };
    return this.blobs.take(tenantId, await this.blobs.read(blob.tenantId, blob.hash), blob.bytes);
  }

  private async commit(groups: readonly (readonly AcceptedInbound[])[]): Promise<void[]> {
    const accepted = groups.flat();
    const tenantIds = [...new Set(accepted.map(({ message }) => message.tenantId))];
    await this.database.tenantsStatement(tenantIds, (pool, tenants) => acceptInbound(pool, tenants, accepted));
    // Before the relay finds the jobs, which read it.
    this.blobs.remember(accepted.map(({ blob }) => blob));
    this.wakeup.announce();
    return groups.map(() => undefined);
  }
}

/** The domains to whose addresses for reports the message is. */
const reportDomainsOf = (destinations: readonly [string, Destination][]): string[] => [
  ...new Set(destinations.filter(([, { takesReports }]) => takesReports).map(([, { domain }]) => domain.id)),
];

const returnsOf = (destinations: readonly [string, Destination][]): string[] => [
  ...new Set(destinations.flatMap(([, { returnsTo }]) => returnsTo ?? [])),
];

/** Requires that mail to a return path is a report without a sender, so that no return path relays mail. @throws SmtpRejection */
function requireReport({ from }: ReceivedMessage, destinations: readonly [string, Destination][]): void {
  if (from !== '' && returnsOf(destinations).length > 0)
    throw new SmtpRejection(550, '5.7.1 The address takes reports about delivery alone');
}

function inboundMessage(
  { from, remoteAddress, clientName, secure }: ReceivedMessage,
  { tenantId, hash, bytes }: BlobOfTenant,
  goesTo: Pick<InboundMessage, 'recipients' | 'reportDomainIds' | 'returnTo'>,
): InboundMessage {
  return {
    tenantId,
    id: v7(),
    blobHash: hash,
    bytes,
    envelopeFrom: from,
    ...goesTo,
    client: { address: remoteAddress, name: clientName, secure },
    receivedAt: new Date(),
  };
}
