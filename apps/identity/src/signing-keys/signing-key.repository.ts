import { createPrivateKey, generateKeyPair, randomUUID, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { lock } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { SystemDatabase } from '../database/system-database.js';

const OWNER = 'identity';
const PURPOSE = 'signing-key.private';
const MODULUS_BITS = 2048;

interface KeyRow {
  kid: string;
  publicJwk: JsonWebKey;
  sealedPrivateJwk: string;
  signsFrom: Date;
}

/** A key that is not retired. */
export interface SigningKey {
  kid: string;
  publicJwk: JsonWebKey;
  privateJwk: JsonWebKey;
  privateKey: KeyObject;
  /** It is published already, and signs nothing before. */
  signsFrom: Date;
}

@Injectable()
export class SigningKeyRepository {
  private readonly opened = new Map<string, Pick<SigningKey, 'privateJwk' | 'privateKey'>>();

  constructor(
    private readonly system: SystemDatabase,
    private readonly box: SecretBox,
  ) {}

  /** Every key that is not retired, the one that signs last first. */
  async inUse(): Promise<SigningKey[]> {
    const rows = await this.system.query<KeyRow>(
      `select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk", signs_from as "signsFrom"
         from signing_key where retired_at is null order by signs_from desc, kid`,
    );
    return rows.map((row) => ({ ...row, ...this.open(row) }));
  }

  /** Work on the keys that no other process does at the same time. */
  async exclusively<T>(work: (tx: PoolClient) => Promise<T>): Promise<T> {
    return this.system.transaction(async (tx) => {
      await lock(tx, 'signing keys');
      return work(tx);
    });
  }

  /** When the newest key begins to sign, or began to; undefined when there is none. */
  async newestSignsFrom(tx: PoolClient): Promise<Date | undefined> {
    const { rows } = await tx.query<{ newest: Date | null }>(
      `select max(signs_from) as newest from signing_key where retired_at is null`,
    );
    return rows[0]?.newest ?? undefined;
  }

  async make(tx: PoolClient, signsFrom: Date): Promise<string> {
    const kid = randomUUID();
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
    const sealed = this.box.seal(OWNER, PURPOSE, JSON.stringify(privateKey.export({ format: 'jwk' })));
    await tx.query(
      `insert into signing_key (kid, public_jwk, sealed_private_jwk, signs_from) values ($1, $2, $3, $4)`,
      [kid, publicKey.export({ format: 'jwk' }), sealed, signsFrom],
    );
    return kid;
  }

  async retireAllBut(tx: PoolClient, kid: string): Promise<void> {
    await tx.query(
      `update signing_key set retired_at = now(), sealed_private_jwk = null where retired_at is null and kid <> $1`,
      [kid],
    );
  }

  /**
   * Retires what another key has followed `graceSeconds` ago, unless a session that was opened before lives on: its
   * token is signed by the older key. A minute more is for clocks that differ.
   */
  async retireOutlived(graceSeconds: number): Promise<string[]> {
    const rows = await this.system.query<{ kid: string }>(
      `with followed as (
         select kid, (select min(n.signs_from) from signing_key n
                       where n.retired_at is null and n.signs_from > k.signs_from) as until
           from signing_key k where retired_at is null)
       update signing_key k set retired_at = now(), sealed_private_jwk = null
         from followed f
        where f.kid = k.kid and f.until < now() - $1 * interval '1 second'
          and not exists (select from session s
                           where s.created_at <= f.until + interval '1 minute' and s.expires_at > now() and s.revoked_at is null
                             and s.client_id is null)
       returning k.kid`,
      [graceSeconds],
    );
    return rows.map(({ kid }) => kid);
  }

  /** Opened once: what is sealed under a key id never changes. */
  private open({ kid, sealedPrivateJwk }: KeyRow): Pick<SigningKey, 'privateJwk' | 'privateKey'> {
    const known = this.opened.get(kid);
    if (known) return known;
    const privateJwk = JSON.parse(this.box.open(OWNER, PURPOSE, sealedPrivateJwk)) as JsonWebKey;
    const opened = { privateJwk, privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' }) };
    this.opened.set(kid, opened);
    return opened;
  }
}
