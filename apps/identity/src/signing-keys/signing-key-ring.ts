import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomUUID,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SESSION_ALGORITHM } from '#libs/core/auth';
import { Database, lock } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { StoredSigningKey } from './signing-key.entity.js';
import { SigningKeyRepository } from './signing-key.repository.js';

const OWNER = 'identity';
const PURPOSE = 'signing-key.private';
const MODULUS_BITS = 2048;
/** How long until this process publishes a key that another process created. */
export const RELOAD_MS = 60_000;
/** Tokens that name unknown keys reload the keys at most this often. */
const REFETCH_AFTER_MS = 1_000;

/** A key that is not retired. */
export interface SigningKey {
  kid: string;
  publicJwk: JsonWebKey;
  privateJwk: JsonWebKey;
  privateKey: KeyObject;
  /** The key is published before this time, and signs from it on. */
  signsFrom: Date;
}

export interface PublishedKey extends JsonWebKey {
  kid: string;
  alg: string;
  use: string;
}

/**
 * The keys of tokens, in memory. The newest one that has started to sign is used; every key that is not retired verifies and is
 * published.
 */
@Injectable()
export class SigningKeyRing implements OnModuleInit {
  private keys: SigningKey[] = [];
  private publicKeys = new Map<string, KeyObject>();
  private loadedAt = 0;

  constructor(
    private readonly database: Database,
    private readonly repository: SigningKeyRepository,
    private readonly box: SecretBox,
  ) {}

  /** The lock makes processes that start at the same moment create one key. */
  async onModuleInit(): Promise<void> {
    await this.database.system(async (tx) => {
      await lock(tx, 'signing keys');
      if (!(await this.repository.findNewest(tx))) await this.create(tx, new Date());
    });
    await this.load();
  }

  /** Creates a key in the caller's transaction, which holds the lock `signing keys`; returns its id. */
  async create(tx: EntityManager, signsFrom: Date): Promise<string> {
    const kid = randomUUID();
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
    const sealedPrivateJwk = this.box.seal(OWNER, PURPOSE, JSON.stringify(privateKey.export({ format: 'jwk' })));
    const publicJwk = publicKey.export({ format: 'jwk' }) as Record<string, string>;
    await this.repository.insert(tx, { kid, publicJwk, sealedPrivateJwk, signsFrom });
    return kid;
  }

  /** The key that signs now. */
  async current(): Promise<SigningKey> {
    const [signing] = await this.all();
    if (!signing) throw new Error('There is no signing key');
    return signing;
  }

  /** The key that signs now, then the others. */
  async all(): Promise<SigningKey[]> {
    if (Date.now() - this.loadedAt > RELOAD_MS) await this.load();
    const now = Date.now();
    const signing = this.keys.find(({ signsFrom }) => signsFrom.getTime() <= now);
    return signing ? [signing, ...this.keys.filter((key) => key !== signing)] : this.keys;
  }

  /** The key set of RFC 7517. */
  async published(): Promise<PublishedKey[]> {
    const keys = await this.all();
    return keys.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: SESSION_ALGORITHM, use: 'sig' }));
  }

  /** @throws Error if no key with this id is in use */
  async verifying(kid: string): Promise<KeyObject> {
    const age = Date.now() - this.loadedAt;
    if (age > (this.publicKeys.has(kid) ? RELOAD_MS : REFETCH_AFTER_MS)) await this.load();
    const known = this.publicKeys.get(kid);
    if (!known) throw new Error('No signing key has this id');
    return known;
  }

  /** Reads the keys from the database. */
  async load(): Promise<void> {
    const rows = await this.database.system((tx) => this.repository.list(tx));
    const known = new Map(this.keys.map((key) => [key.kid, key]));
    // Decrypted once: what is sealed under a key id never changes.
    this.keys = rows.map((row) => ({ ...(known.get(row.kid) ?? this.open(row)), signsFrom: row.signsFrom }));
    this.publicKeys = new Map(
      this.keys.map(({ kid, publicJwk }) => [kid, createPublicKey({ key: publicJwk, format: 'jwk' })]),
    );
    this.loadedAt = Date.now();
  }

  private open({ kid, publicJwk, sealedPrivateJwk, signsFrom }: StoredSigningKey): SigningKey {
    if (sealedPrivateJwk === null) throw new Error('A signing key in use has no private part');
    const privateJwk = JSON.parse(this.box.open(OWNER, PURPOSE, sealedPrivateJwk)) as JsonWebKey;
    return { kid, publicJwk, privateJwk, privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' }), signsFrom };
  }
}
