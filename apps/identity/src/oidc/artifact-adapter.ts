import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { AppSessions, SessionSpan } from './app-sessions.js';
import type { ArtifactName, ArtifactRepository } from './artifact.repository.js';

/** What our models keep besides what the library's do; see provider-models.ts. */
interface SessionBound {
  serviceSession?: SessionSpan;
}

/** The library's storage for one kind of model. */
export class ArtifactAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly artifacts: ArtifactRepository,
    private readonly sessions: AppSessions,
  ) {}

  async upsert(id: string, payload: AdapterPayload & SessionBound, expiresIn?: number): Promise<void> {
    const { grantId, uid, userCode, serviceSession } = payload;
    await this.artifacts.save({
      kind: this.kind,
      id,
      payload,
      // A sign-in goes on when it ends what the browser had before: somebody else signs in.
      grantId: this.kind === 'Interaction' ? undefined : grantId,
      uid: this.kind === 'Session' ? uid : undefined,
      userCode,
      sessionId: serviceSession?.id,
      expiresIn,
    });
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.findBy('id', id);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findBy('uid', uid);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.findBy('userCode', userCode);
  }

  /**
   * The library reads first and consumes later, and takes any return for a success: only an error keeps the second of
   * two simultaneous redemptions from getting tokens as well.
   */
  async consume(id: string): Promise<void> {
    if (!(await this.artifacts.consume(this.kind, id))) throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    if (this.kind === 'Grant') await this.revokeByGrantId(id);
    else await this.artifacts.delete(this.kind, id);
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return this.sessions.endGrant(grantId);
  }

  private async findBy(by: ArtifactName, name: string): Promise<AdapterPayload | undefined> {
    const artifact = await this.artifacts.find(this.kind, by, name);
    if (!artifact) return undefined;
    const { payload, consumedAt } = artifact;
    return { ...payload, ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1_000) }) };
  }
}
