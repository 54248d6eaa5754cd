import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/secrets';
import { SystemDatabase } from '../database/system-database.js';

const OWNER = 'identity';
const PURPOSE = 'oidc.artifact';

/** By which of its names something is looked for. */
export type ArtifactName = 'id' | 'uid' | 'userCode';

export interface NewArtifact {
  kind: string;
  id: string;
  payload: object;
  grantId?: string;
  uid?: string;
  userCode?: string;
  /** The session that it ends with; without one, that of the grant it belongs to. */
  sessionId?: string;
  /** Seconds; none for what does not expire. */
  expiresIn?: number;
}

export interface Artifact {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
}

const COLUMN: Record<ArtifactName, string> = { id: 'id_hash', uid: 'uid_hash', userCode: 'user_code_hash' };

/**
 * Codes, tokens, grants and the state of browsers, as the OpenID Connect library keeps them. Their ids are credentials,
 * so they are stored hashed, and what belongs to them sealed. What belongs to a session is not found once it has ended.
 */
@Injectable()
export class ArtifactRepository {
  constructor(
    private readonly system: SystemDatabase,
    private readonly box: SecretBox,
  ) {}

  async save({ kind, id, payload, grantId, uid, userCode, sessionId, expiresIn }: NewArtifact): Promise<void> {
    await this.system.query(
      `insert into oidc_artifact
              (kind, id_hash, sealed_payload, grant_hash, uid_hash, user_code_hash, session_id, expires_at)
       values ($1, $2, $3, $4, $5, $6,
               coalesce($7, (select session_id from oidc_artifact where kind = 'Grant' and id_hash = $4)),
               now() + $8 * interval '1 second')
       on conflict (kind, id_hash) do update
          set sealed_payload = excluded.sealed_payload, session_id = excluded.session_id,
              expires_at = excluded.expires_at, uid_hash = excluded.uid_hash`,
      [
        kind,
        hashOf(id),
        this.box.seal(OWNER, PURPOSE, JSON.stringify(payload)),
        grantId === undefined ? null : hashOf(grantId),
        uid === undefined ? null : hashOf(uid),
        userCode === undefined ? null : hashOf(userCode),
        sessionId ?? null,
        expiresIn ?? null,
      ],
    );
  }

  async find(kind: string, by: ArtifactName, name: string): Promise<Artifact | undefined> {
    const [row] = await this.system.query<{ sealed: string; consumedAt: Date | null }>(
      `select a.sealed_payload as sealed, a.consumed_at as "consumedAt"
         from oidc_artifact a left join session s on s.id = a.session_id
        where a.kind = $1 and a.${COLUMN[by]} = $2 and (a.expires_at is null or a.expires_at > now())
          and (a.session_id is null or (s.revoked_at is null and s.expires_at > now()))
        order by a.created_at desc limit 1`,
      [kind, hashOf(name)],
    );
    if (!row) return undefined;
    const payload = JSON.parse(this.box.open(OWNER, PURPOSE, row.sealed)) as Record<string, unknown>;
    return { payload, consumedAt: row.consumedAt };
  }

  /** Whether this call was the one that used it up: of two at the same moment, one is. */
  async consume(kind: string, id: string): Promise<boolean> {
    const rows = await this.system.query(
      `update oidc_artifact set consumed_at = now() where kind = $1 and id_hash = $2 and consumed_at is null
       returning 1`,
      [kind, hashOf(id)],
    );
    return rows.length === 1;
  }

  async delete(kind: string, id: string): Promise<void> {
    await this.system.query(`delete from oidc_artifact where kind = $1 and id_hash = $2`, [kind, hashOf(id)]);
  }

  /** Removes a grant and all that was issued under it; gives the sessions that these belonged to. */
  async deleteGrant(grantId: string): Promise<string[]> {
    const rows = await this.system.query<{ sessionId: string | null }>(
      `delete from oidc_artifact where grant_hash = $1 or (kind = 'Grant' and id_hash = $1)
       returning session_id as "sessionId"`,
      [hashOf(grantId)],
    );
    return [...new Set(rows.map(({ sessionId }) => sessionId).filter((id) => id !== null))];
  }

  /** Removes up to so many that have expired; how many there were. What a session left goes with its row. */
  async purge(limit: number): Promise<number> {
    const rows = await this.system.query(
      `delete from oidc_artifact where (kind, id_hash) in
         (select kind, id_hash from oidc_artifact where expires_at < now() limit $1 for update skip locked)
       returning 1`,
      [limit],
    );
    return rows.length;
  }
}

const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest();
