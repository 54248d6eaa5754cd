import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { many } from '#libs/core/persistence';
import { StoredSigningKey } from './signing-key.entity.js';
import { RETIRE_OUTLIVED } from './signing-key.sql.js';

export type NewSigningKey = Pick<StoredSigningKey, 'kid' | 'publicJwk' | 'sealedPrivateJwk' | 'signsFrom'>;

@Injectable()
export class SigningKeyRepository {
  /** Every key that is not retired; the one that starts to sign last comes first. */
  list(tx: EntityManager): Promise<StoredSigningKey[]> {
    return tx.find(StoredSigningKey, { where: { retiredAt: IsNull() }, order: { signsFrom: 'DESC', kid: 'ASC' } });
  }

  /** The key that starts to sign last; undefined if there is none. */
  async findNewest(tx: EntityManager): Promise<StoredSigningKey | undefined> {
    const [newest] = await this.list(tx);
    return newest;
  }

  async insert(tx: EntityManager, key: NewSigningKey): Promise<void> {
    await tx.insert(StoredSigningKey, key);
  }

  async retireAllBut(tx: EntityManager, kid: string): Promise<void> {
    const others = { retiredAt: IsNull(), kid: Not(kid) };
    await tx.update(StoredSigningKey, others, { retiredAt: () => 'now()', sealedPrivateJwk: null });
  }

  /** Retires keys whose tokens have expired; returns their ids. */
  async retireOutlived(tx: EntityManager, graceSeconds: number): Promise<string[]> {
    const rows = await many<{ kid: string }>(tx, RETIRE_OUTLIVED, [graceSeconds]);
    return rows.map(({ kid }) => kid);
  }
}
