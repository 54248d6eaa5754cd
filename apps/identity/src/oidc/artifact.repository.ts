import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { exec, maybe, type Id, type SqlExecutor } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { findBy, REPLACE, SEALED_PAYLOAD, UPSERT } from './artifact.sql.js';
import { OidcArtifact } from './oidc-artifact.entity.js';

const OWNER = 'identity';
const PURPOSE = 'oidc.artifact';

/** The name that an artifact is found by. */
export type ArtifactName = 'id' | 'uid' | 'userCode';

export interface NewArtifact {
  kind: string;
  id: string;
  payload: object;
  grantId?: string;
  uid?: string;
  userCode?: string;
  /** The session that it ends with; absent: that of its grant. */
  sessionId?: string;
  /** Seconds; absent if it does not expire. */
  expiresIn?: number;
}

export interface Artifact {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
}

const COLUMN = { id: 'id_hash', uid: 'uid_hash', userCode: 'user_code_hash' } as const;

/**
 * Codes, tokens, grants and browser states of OpenID Connect. Their ids are credentials, so they are stored as hashes, and
 * payloads are encrypted. An artifact of a session is not found once the session has ended.
 */
@Injectable()
export class ArtifactRepository {
  constructor(private readonly box: SecretBox) {}

  async upsert(tx: SqlExecutor, artifact: NewArtifact): Promise<void> {
    const { kind, id, payload, grantId, uid, userCode, sessionId = null, expiresIn = null } = artifact;
    const sealed = this.seal(payload);
    const names = [grantId, uid, userCode].map((name) => (name === undefined ? null : hashOf(name)));
    await exec(tx, UPSERT, [kind, hashOf(id), sealed, ...names, sessionId, expiresIn]);
  }

  /**
   * Replaces the payload of an artifact that may still be changed. The update is on condition that its payload is the one that was
   * judged, so of concurrent calls one returns true.
   */
  async replace(
    tx: SqlExecutor,
    { kind, id, payload, expiresIn }: Pick<NewArtifact, 'kind' | 'id' | 'payload' | 'expiresIn'>,
    mayChange: (payload: Record<string, unknown>) => boolean,
  ): Promise<boolean> {
    const before = await maybe<{ sealed: string }>(tx, SEALED_PAYLOAD, [kind, hashOf(id)]);
    if (!before || !mayChange(this.open(before.sealed))) return false;
    const values = [kind, hashOf(id), this.seal(payload), expiresIn ?? null, before.sealed];
    return (await maybe(tx, REPLACE, values)) !== undefined;
  }

  async find(tx: SqlExecutor, kind: string, by: ArtifactName, name: string): Promise<Artifact | undefined> {
    const row = await maybe<{ sealed: string; consumedAt: Date | null }>(tx, findBy(COLUMN[by]), [kind, hashOf(name)]);
    if (!row) return undefined;
    return { payload: this.open(row.sealed), consumedAt: row.consumedAt };
  }

  /** Marks an artifact as consumed; of concurrent calls one returns true. */
  async consume(tx: EntityManager, kind: string, id: string): Promise<boolean> {
    const unused = { kind, idHash: hashOf(id), consumedAt: IsNull() };
    return (await tx.update(OidcArtifact, unused, { consumedAt: () => 'now()' })).affected === 1;
  }

  async delete(tx: EntityManager, kind: string, id: string): Promise<void> {
    await tx.delete(OidcArtifact, { kind, idHash: hashOf(id) });
  }

  /** Deletes a grant and all that was issued under it; returns the sessions that these belonged to. */
  async deleteGrant(tx: EntityManager, grantId: string): Promise<Id<'ses'>[]> {
    const hash = hashOf(grantId);
    const where = [{ grantHash: hash }, { kind: 'Grant', idHash: hash }];
    const artifacts = await tx.find(OidcArtifact, { where, lock: { mode: 'pessimistic_write' } });
    for (const one of where) await tx.delete(OidcArtifact, one);
    return [...new Set(artifacts.map(({ sessionId }) => sessionId).filter((id) => id !== null))];
  }

  private seal(payload: object): string {
    return this.box.seal(OWNER, PURPOSE, JSON.stringify(payload));
  }

  private open(sealed: string): Record<string, unknown> {
    return JSON.parse(this.box.open(OWNER, PURPOSE, sealed)) as Record<string, unknown>;
  }
}

const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest();
