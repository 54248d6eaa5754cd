import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { dkimExpected, DomainChecker, KeyMaker, publishedKey, type RecordChecks } from '#libs/messaging/domains';
import { Problem } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import type { FeedbackKey } from './feedback-key.entity.js';
import { FeedbackKeyRepository } from './feedback-key.repository.js';
import { feedbackLoopAddress, type FeedbackLoopAddress } from './feedback-loop-address.js';
import { FeedbackLoop, KEY_OWNER } from './feedback-loop.js';

/** How soon a published key is found without a check by hand. */
const CHECK_EVERY_MS = 600_000;

/** Retired keys included. */
const MAX_KEYS = 10;

const AUDITED = ['domain', 'selector'] as const;

/** The address for complaints with its keys, oldest first; without an address there are none. */
export interface FeedbackLoopState {
  address: FeedbackLoopAddress | null;
  keys: FeedbackKey[];
}

/** The DKIM keys of the domain of `FBL_ADDRESS`, as operators see and change them. */
@Injectable()
export class FeedbackKeysService {
  private readonly address: FeedbackLoopAddress | null;

  constructor(
    private readonly database: Database,
    private readonly keys: FeedbackKeyRepository,
    private readonly keyMaker: KeyMaker,
    private readonly checker: DomainChecker,
    private readonly loop: FeedbackLoop,
    config: PlatformConfig,
  ) {
    this.address = feedbackLoopAddress(config);
  }

  async get(): Promise<FeedbackLoopState> {
    const { address } = this;
    const keys = address ? await this.database.system((tx) => this.keys.list(tx, address.domain)) : [];
    return { address, keys };
  }

  /**
   * Makes a key, which signs from the check that finds its record.
   * @throws Problem Conflict without an address, with a key that awaits its record, or after too many changes
   */
  async create(): Promise<FeedbackLoopState> {
    const { domain } = this.configured();
    rejectMore((await this.get()).keys);
    const [made] = await this.keyMaker.make(KEY_OWNER, ['rsa-2048']);
    if (!made) throw new Error('No key was made');
    return this.changing(async (tx) => {
      // Another call may have been first.
      rejectMore(await this.keys.listForUpdate(tx, domain));
      const { selector, algorithm, privateKey, publicKey } = made;
      await this.keys.insert(tx, { domain, selector, algorithm, privateKey, publicKey });
      await auditKey(tx, 'feedback_key.created', { domain, selector });
    });
  }

  /**
   * Looks the records up. A key whose record is found signs from now on, in place of the one before.
   * @throws Problem Conflict without an address; ServiceUnavailable when DNS does not answer: then nothing has changed
   */
  async check(): Promise<FeedbackLoopState> {
    const { domain } = this.configured();
    const { keys } = await this.get();
    const found = await this.lookUp(keys);
    const state = await this.changing((tx) => this.record(tx, domain, found));
    await this.loop.refresh();
    return state;
  }

  @Every({ every: CHECK_EVERY_MS, lock: 'feedback key check' })
  async checkPending(): Promise<void> {
    if (this.address && (await this.get()).keys.some(isPending)) await this.check();
  }

  private async lookUp(keys: readonly FeedbackKey[]): Promise<RecordChecks> {
    return this.checker.check(keys.map((key) => ({ ...dkimExpected(key.domain, publishedKey(key)), id: key.id })));
  }

  /** Uses the keys that there are now: one that was made during the look-up is unchecked. */
  private async record(tx: EntityManager, domain: string, found: RecordChecks): Promise<void> {
    await this.keys.deleteExpired(tx);
    const keys = await this.keys.listForUpdate(tx, domain);
    await this.keys.updateChecks(tx, keys, found);
    const next = keys.find((key) => isPending(key) && found[key.id] === 'found');
    if (!next) return;
    const retired = keys.filter(({ active }) => active).map(({ id }) => id);
    await this.keys.activate(tx, next.id, retired);
    await auditKey(tx, 'feedback_key.activated', next);
  }

  private async changing(work: (tx: EntityManager) => Promise<void>): Promise<FeedbackLoopState> {
    const { domain } = this.configured();
    return this.database.system(async (tx) => {
      await work(tx);
      return { address: this.address, keys: await this.keys.list(tx, domain) };
    });
  }

  private configured(): FeedbackLoopAddress {
    if (this.address) return this.address;
    throw new Problem('Conflict', { message: 'Set FBL_ADDRESS and RETURN_PATH_DOMAIN first' });
  }
}

function isPending({ active, retiredAt }: FeedbackKey): boolean {
  return !active && retiredAt === null;
}

function rejectMore(keys: readonly FeedbackKey[]): void {
  if (keys.some(isPending)) throw new Problem('Conflict', { message: 'A key awaits its record: publish it first' });
  if (keys.length >= MAX_KEYS)
    throw new Problem('Conflict', { message: 'There were too many keys within a week; wait until some are gone' });
}

async function auditKey(
  tx: EntityManager,
  action: string,
  key: Pick<FeedbackKey, 'domain' | 'selector'>,
): Promise<void> {
  const object = { type: 'feedback_key', id: key.selector };
  await recordAudit(tx, { action, object, after: auditFields(key, AUDITED) });
}
