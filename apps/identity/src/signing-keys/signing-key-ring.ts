import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SESSION_ALGORITHM } from '#libs/auth';
import { SigningKeyRepository, type SigningKey } from './signing-key.repository.js';

/** A key that another process made is published here at the latest after so long. */
export const RELOAD_MS = 60_000;
/** A token that names an unknown key makes nobody ask more often than this. */
const REFETCH_AFTER_MS = 1_000;

export interface PublishedKey extends JsonWebKey {
  kid: string;
  alg: string;
  use: string;
}

/**
 * The keys that tokens are signed with. Of those that have begun to sign, the newest does; every one that is not
 * retired verifies, and is published.
 */
@Injectable()
export class SigningKeyRing implements OnModuleInit {
  private keys: SigningKey[] = [];
  private publicKeys = new Map<string, KeyObject>();
  private loadedAt = 0;

  constructor(private readonly repository: SigningKeyRepository) {}

  /** Processes that start at the same moment wait here for the first of them. */
  async onModuleInit(): Promise<void> {
    await this.repository.exclusively(async (tx) => {
      if (!(await this.repository.newestSignsFrom(tx))) await this.repository.make(tx, new Date());
    });
    await this.load();
  }

  async current(): Promise<SigningKey> {
    const [signing] = await this.all();
    if (!signing) throw new Error('There is no signing key');
    return signing;
  }

  /** The one that signs at this moment, and after it the others. */
  async all(): Promise<SigningKey[]> {
    if (Date.now() - this.loadedAt > RELOAD_MS) await this.load();
    const now = Date.now();
    const signing = this.keys.find(({ signsFrom }) => signsFrom.getTime() <= now);
    return signing ? [signing, ...this.keys.filter((key) => key !== signing)] : this.keys;
  }

  /** Key set as RFC 7517 has it. */
  async published(): Promise<PublishedKey[]> {
    const keys = await this.all();
    return keys.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: SESSION_ALGORITHM, use: 'sig' }));
  }

  /** @throws Error when no key of this id is in use */
  async verifying(kid: string): Promise<KeyObject> {
    const age = Date.now() - this.loadedAt;
    if (age > (this.publicKeys.has(kid) ? RELOAD_MS : REFETCH_AFTER_MS)) await this.load();
    const known = this.publicKeys.get(kid);
    if (!known) throw new Error('No signing key has this id');
    return known;
  }

  /** Takes notice of what has changed in the database. */
  async load(): Promise<void> {
    this.keys = await this.repository.inUse();
    this.publicKeys = new Map(
      this.keys.map(({ kid, publicJwk }) => [kid, createPublicKey({ key: publicJwk, format: 'jwk' })]),
    );
    this.loadedAt = Date.now();
  }
}
