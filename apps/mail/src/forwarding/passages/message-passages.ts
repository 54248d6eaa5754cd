import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { Every, groupBy } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { MailConfig } from '../../config.js';
import type { Incoming } from '../../receiving/delivery/delivery-rules.js';
import { ForwardingAddress } from '../forwarding-address.entity.js';
import { storableMessage } from '../../messages/store/storable.js';
import { areKnown, deletePassagesBefore, insertPassages, type KnownBy, useForwards } from './message-passage.sql.js';
import { MessageTrails } from './message-trails.js';

/** A message that a mailbox is about to forward. */
export interface WantedForward {
  incoming: Incoming;
  recipients: readonly string[];
}

const HOUR_MS = 3_600_000;
/** How long a message is known: as long as it may be on its way through several servers, each of which tries for five days. */
const KEPT_MS = 30 * 24 * HOUR_MS;
const DELETED_AT_ONCE = 5_000;
const QUOTA_USED = 'The account has used its quota of forwarded mail for today';

/**
 * Has each mailbox forward a message once, and keep a forwarded one once, whatever ways it comes: with many ways through mailboxes that
 * forward to each other, one message would become millions.
 */
@Injectable()
export class MessagePassages {
  constructor(
    private readonly config: MailConfig,
    private readonly database: Database,
    private readonly trails: MessageTrails,
  ) {}

  /** Tells which messages their mailboxes have not got before. One of which no copy was forwarded within its tenant is always new. */
  async areNew(tx: EntityManager, incoming: readonly Incoming[]): Promise<boolean[]> {
    if (!incoming.some((one) => one.mailbox.hasForwards || this.trails.forwardedKeyOf(one) !== null))
      return incoming.map(() => true);
    const copies = incoming.flatMap((one) => {
      const copy = this.trails.copyOf(one);
      return copy === null ? [] : [{ ...one, ...copy }];
    });
    const forwarded = copies.filter(({ isForwarded }) => isForwarded);
    const own = copies.filter(({ isForwarded, mailbox }) => !isForwarded && mailbox.hasForwards);
    const isFirst = await insertPassages(
      tx,
      'kept',
      forwarded.map(({ mailbox, knownAs }) => ({ tenantId: mailbox.tenantId, mailboxId: mailbox.id, knownAs })),
    );
    const candidates = [...forwarded.filter((_, index) => isFirst[index]), ...own];
    const isThere = await areKnown(tx, candidates.map(knownBy));
    const known = new Set([
      ...forwarded.filter((_, index) => !isFirst[index]).map(({ recipient }) => recipient),
      ...candidates.filter((_, index) => isThere[index]).map(({ recipient }) => recipient),
    ]);
    for (const { recipient } of besideOthers(copies.filter((copy) => !known.has(copy.recipient)))) known.add(recipient);
    return incoming.map(({ recipient }) => !known.has(recipient));
  }

  /**
   * Chooses the messages that are forwarded: those that their mailboxes have not forwarded, as far as the tenant's quota goes. Locks in an order that all
   * transactions keep: passages, then the quotas by tenant.
   */
  async admit(tx: EntityManager, wanted: readonly WantedForward[]): Promise<boolean[]> {
    const passages = wanted.map(({ incoming }) => {
      const { tenantId, id: mailboxId } = incoming.mailbox;
      return { tenantId, mailboxId, knownAs: this.trails.keyOf(incoming) };
    });
    const isFirst = await insertPassages(tx, 'forwarded', passages);
    const admitted = new Set<WantedForward>();
    const firsts = groupBy(
      wanted.filter((_, index) => isFirst[index]),
      ({ incoming }) => incoming.mailbox.tenantId,
    );
    for (const [tenantId, ofTenant] of [...firsts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      for (const one of ofTenant) {
        if (await useForwards(tx, tenantId, one.recipients.length, this.config.forwardsPerDay)) admitted.add(one);
        else await one.incoming.inContext(() => this.noteQuota(tx, one));
      }
    return wanted.map((one) => admitted.has(one));
  }

  /** Forgets what is long past. */
  @Every({ every: HOUR_MS })
  async forget(signal: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - KEPT_MS);
    const some = () => this.database.system((tx) => deletePassagesBefore(tx, before, DELETED_AT_ONCE));
    while (!signal.aborted && (await some()) > 0);
  }

  /** The message stays where it is, and its mailbox sees why. */
  private async noteQuota(tx: EntityManager, { incoming: { mailbox }, recipients }: WantedForward): Promise<void> {
    logger.warn('A message is not forwarded: the quota of forwarded mail is used', { tenantId: mailbox.tenantId });
    const addresses = { tenantId: mailbox.tenantId, mailboxId: mailbox.id, address: In([...recipients]) };
    await tx.update(ForwardingAddress, addresses, { lastFailure: QUOTA_USED });
    await tx.update(ForwardingAddress, { ...addresses, failingSince: IsNull() }, { failingSince: new Date() });
  }
}

type Copy = Incoming & { isForwarded: boolean; knownAs: string };

const isAside = ({ message: { folder } }: Incoming): boolean => folder === 'spam' || folder === 'quarantine';

function knownBy(copy: Copy): KnownBy {
  const { mailbox, message, isForwarded, knownAs } = copy;
  const { messageId, subject, snippet } = storableMessage(message);
  return {
    tenantId: mailbox.tenantId,
    mailboxId: mailbox.id,
    messageId,
    subject,
    snippet,
    contentHash: message.contentHash,
    isAside: isAside(copy),
    copyKnownAs: isForwarded ? null : knownAs,
  };
}

/** The forwarded copies that come together with the message itself. */
function besideOthers(copies: readonly Copy[]): Copy[] {
  const own = copies.filter(({ isForwarded }) => !isForwarded);
  return copies.filter(
    (copy) =>
      copy.isForwarded &&
      own.some(
        (other) =>
          other.mailbox.id === copy.mailbox.id &&
          other.message.contentHash.equals(copy.message.contentHash) &&
          (isAside(copy) || !isAside(other)),
      ),
  );
}
