import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Database } from '#libs/core/persistence';
import type { AppSessions, SessionSpan } from './app-sessions.js';
import type { ArtifactName, ArtifactRepository, NewArtifact } from './artifact.repository.js';
import { CodeAlreadyUsed, isFirstDecision, isUndecided } from './device/device-decision.js';

/** The field that our models add to the library's; see provider-models.ts. */
interface SessionBound {
  serviceSession?: SessionSpan;
}

/** How long a device code stays known after its end (seconds), so that its program hears that it expired. */
const KEPT_AFTER_END: Readonly<Record<string, number>> = { DeviceCode: 15 * 60 };

/** The library's storage for one kind of model. */
export class ArtifactAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly database: Database,
    private readonly artifacts: ArtifactRepository,
    private readonly sessions: AppSessions,
  ) {}

  async upsert(id: string, payload: AdapterPayload & SessionBound, expiresIn?: number): Promise<void> {
    const { grantId, uid, userCode, serviceSession } = payload;
    const artifact = {
      kind: this.kind,
      id,
      payload,
      // A sign-in must outlive the grant that it replaces, when another user signs in in the same browser.
      grantId: this.kind === 'Interaction' ? undefined : grantId,
      uid: this.kind === 'Session' ? uid : undefined,
      userCode,
      sessionId: serviceSession?.id,
      expiresIn: expiresIn === undefined ? undefined : expiresIn + (KEPT_AFTER_END[this.kind] ?? 0),
    };
    if (this.kind === 'DeviceCode' && isFirstDecision(payload)) return this.decide(artifact);
    await this.database.statement((pool) => this.artifacts.upsert(pool, artifact));
  }

  /** The library reads a code first and decides later: of two users who decide at the same instant the second is told. */
  private async decide(artifact: NewArtifact): Promise<void> {
    const isFirst = await this.database.system((tx) => this.artifacts.replace(tx, artifact, isUndecided));
    if (!isFirst) throw new CodeAlreadyUsed(artifact.userCode);
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
   * The library reads first and consumes later, and ignores what this returns: only an error stops the second of two
   * simultaneous redemptions.
   */
  async consume(id: string): Promise<void> {
    const isFirst = await this.database.system((tx) => this.artifacts.consume(tx, this.kind, id));
    if (!isFirst) throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    if (this.kind === 'Grant') await this.revokeByGrantId(id);
    else await this.database.system((tx) => this.artifacts.delete(tx, this.kind, id));
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return this.sessions.endGrant(grantId);
  }

  private async findBy(by: ArtifactName, name: string): Promise<AdapterPayload | undefined> {
    const artifact = await this.database.statement((pool) => this.artifacts.find(pool, this.kind, by, name));
    if (!artifact) return undefined;
    const { payload, consumedAt } = artifact;
    return { ...payload, ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1_000) }) };
  }
}
