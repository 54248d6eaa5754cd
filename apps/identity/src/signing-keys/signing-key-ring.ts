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
import type { PoolClient } from 'pg';
import { SESSION_ALGORITHM } from '#libs/auth';
import { SecretBox } from '#libs/secrets';
import { SystemDatabase } from '../database/system-database.js';

const OWNER = 'identity';
const PURPOSE = 'signing-key.private';
const FIRST_KEY_LOCK = 7_236_402;
const MODULUS_BITS = 2048;
const RELOAD_MS = 60_000;

interface KeyRow {
  kid: string;
  publicJwk: JsonWebKey;
  sealedPrivateJwk: string;
}

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

export interface PublishedKey extends JsonWebKey {
  kid: string;
  alg: string;
  use: string;
}

/** The keys that session tokens are signed with; the newest signs, every one that is not retired still verifies. */
@Injectable()
export class SigningKeyRing implements OnModuleInit {
  private rows: KeyRow[] = [];
  private signing: SigningKey | undefined;
  private loadedAt = 0;

  constructor(
    private readonly system: SystemDatabase,
    private readonly box: SecretBox,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.system.transaction(ensureFirstKey(this.box));
    await this.load();
  }

  async current(): Promise<SigningKey> {
    await this.reloadWhenOld();
    if (!this.signing) throw new Error('There is no signing key');
    return this.signing;
  }

  /** Key set as RFC 7517 has it. */
  async published(): Promise<PublishedKey[]> {
    await this.reloadWhenOld();
    return this.rows.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: SESSION_ALGORITHM, use: 'sig' }));
  }

  /** @throws Error when no key of this id is in use */
  async publicKey(kid: string): Promise<KeyObject> {
    if (!this.rows.some((row) => row.kid === kid)) await this.load();
    const row = this.rows.find((candidate) => candidate.kid === kid);
    if (!row) throw new Error('No signing key has this id');
    return createPublicKey({ key: row.publicJwk, format: 'jwk' });
  }

  private async reloadWhenOld(): Promise<void> {
    if (Date.now() - this.loadedAt > RELOAD_MS) await this.load();
  }

  private async load(): Promise<void> {
    this.rows = await this.system.query<KeyRow>(
      `select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk"
         from signing_key where retired_at is null order by created_at desc, kid`,
    );
    this.loadedAt = Date.now();
    const [newest] = this.rows;
    if (newest && newest.kid !== this.signing?.kid) this.signing = this.open(newest);
  }

  private open({ kid, sealedPrivateJwk }: KeyRow): SigningKey {
    const jwk = JSON.parse(this.box.open(OWNER, PURPOSE, sealedPrivateJwk)) as JsonWebKey;
    return { kid, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
  }
}

/** Processes that start at the same moment wait here for the first of them. */
function ensureFirstKey(box: SecretBox): (tx: PoolClient) => Promise<void> {
  return async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [FIRST_KEY_LOCK]);
    const { rowCount } = await tx.query('select 1 from signing_key where retired_at is null limit 1');
    if (rowCount) return;
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
    const sealed = box.seal(OWNER, PURPOSE, JSON.stringify(privateKey.export({ format: 'jwk' })));
    await tx.query(`insert into signing_key (kid, public_jwk, sealed_private_jwk) values ($1, $2, $3)`, [
      randomUUID(),
      publicKey.export({ format: 'jwk' }),
      sealed,
    ]);
  };
}
