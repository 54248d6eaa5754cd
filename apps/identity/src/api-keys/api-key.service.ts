import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/audit';
import { hashKey } from '#libs/auth';
import { Problem } from '#libs/http';
import { Database, type Id, isId, newId, type Page, startBefore, type TenantId, toPage } from '#libs/persistence';
import { randomHex } from '#libs/secrets';
import { IdentityConfig } from '../config.js';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import type { ApiKeyRecord, KeyEnvironment, KeyKind } from './api-key.entity.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { isScope, SCOPES } from './scopes.js';

const SECRET_BYTES = 24;
const VISIBLE_CHARACTERS = 8;

export interface NewApiKey {
  name: string;
  kind: KeyKind;
  scopes: string[];
  /** What production goes by; elsewhere every key is a test key. */
  environment: KeyEnvironment;
  expiresAt: Date | null;
}

export interface CreatedApiKey {
  apiKey: ApiKeyRecord;
  /** Shown this once. */
  secret: string;
}

@Injectable()
export class ApiKeyService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyRepository,
    private readonly tenants: TenantRepository,
    private readonly publisher: ViewPublisher,
    private readonly config: IdentityConfig,
  ) {}

  /** @throws Problem NotFound, PermissionDenied, InvalidParameter */
  async create(tenantId: string, actorId: Id<'usr'>, wanted: NewApiKey, secret?: string): Promise<CreatedApiKey> {
    return this.asAdmin(tenantId, actorId, async (id) => {
      refuseMeaningless(wanted);
      return this.insert(id, actorId, wanted, secret);
    });
  }

  /** Newest first. @throws Problem NotFound */
  async list(tenantId: string, actorId: Id<'usr'>, cursor: number, limit: number): Promise<Page<ApiKeyRecord>> {
    const id = knownForm(tenantId);
    const rows = await this.database.tenant(id, async (tx) => {
      if (!(await this.tenants.roleOf(tx, id, actorId))) throw new Problem('NotFound');
      return this.keys.list(tx, id, startBefore('key', cursor), limit);
    });
    return toPage(rows, limit);
  }

  /** When this returns, no app takes the key any more. @throws Problem NotFound, PermissionDenied */
  async revoke(tenantId: string, actorId: Id<'usr'>, keyId: string): Promise<void> {
    const hash = await this.asAdmin(tenantId, actorId, (id) => this.recordRevoke(id, keyId));
    await this.publisher.enforce([{ kind: 'key', name: hash }]);
  }

  async noteUse(uses: readonly { keyId: string; at: Date }[]): Promise<void> {
    if (uses.length > 0) await this.keys.noteUse(uses);
  }

  private async insert(
    tenantId: TenantId,
    createdBy: Id<'usr'>,
    wanted: NewApiKey,
    secret: string = this.newSecret(wanted),
  ): Promise<CreatedApiKey> {
    const environment = this.environmentOf(wanted);
    const prefix = secret.slice(0, VISIBLE_CHARACTERS);
    const times = { createdAt: new Date(), lastUsedAt: null, revokedAt: null };
    const secretHash = hashKey(secret);
    const apiKey = { ...wanted, ...times, id: newId('key'), tenantId, environment, prefix, secretHash, createdBy };
    const changes = [{ kind: 'key', name: secretHash }] as const;
    await this.database.tenant(tenantId, async (tx) => {
      await this.keys.insert(tx, apiKey);
      await recordViewChanges(tx, changes);
      await auditKey(tx, 'api-key.created', apiKey);
    });
    await this.publisher.announce(changes);
    return { apiKey, secret };
  }

  private recordRevoke(tenantId: TenantId, keyId: string): Promise<string> {
    if (!isId('key', keyId)) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      const key = await this.keys.revoke(tx, tenantId, keyId);
      if (!key) throw new Problem('NotFound');
      await recordViewChanges(tx, [{ kind: 'key', name: key.secretHash }]);
      if (!key.revokedAt) await auditKey(tx, 'api-key.revoked', key);
      return key.secretHash;
    });
  }

  private async asAdmin<T>(tenantId: string, actorId: Id<'usr'>, work: (id: TenantId) => Promise<T>): Promise<T> {
    const id = knownForm(tenantId);
    await this.database.tenant(id, (tx) => this.demandAdmin(tx, id, actorId));
    return work(id);
  }

  private async demandAdmin(tx: EntityManager, tenantId: TenantId, actorId: Id<'usr'>): Promise<void> {
    const role = await this.tenants.roleOf(tx, tenantId, actorId);
    if (!role) throw new Problem('NotFound');
    if (role === 'member') {
      throw new Problem('PermissionDenied', { message: 'API keys are for the owner and the admins of the tenant' });
    }
  }

  /** Outside production there is nothing live; and there are no publishable keys for tests. */
  private environmentOf({ kind, environment }: NewApiKey): KeyEnvironment {
    if (!this.config.isProduction) return 'test';
    return kind === 'publishable' ? 'live' : environment;
  }

  private newSecret(wanted: NewApiKey): string {
    const type = wanted.kind === 'publishable' && this.config.isProduction ? 'pk' : 'sk';
    return `${type}_${this.environmentOf(wanted)}_${randomHex(SECRET_BYTES)}`;
  }
}

/** What an operator or an admin has to know of a key, and nothing that could be used. */
async function auditKey(tx: EntityManager, action: string, key: ApiKeyRecord): Promise<void> {
  const fields = auditFields(key, ['name', 'kind', 'prefix', 'scopes', 'environment', 'expiresAt']);
  const change = action === 'api-key.created' ? { after: fields } : { before: fields };
  await recordAudit(tx, { action, object: { type: 'api-key', id: key.id }, tenantId: key.tenantId, ...change });
}

function knownForm(tenantId: string): TenantId {
  if (!isId('acc', tenantId)) throw new Problem('NotFound');
  return tenantId;
}

function refuseMeaningless({ scopes, kind, expiresAt }: NewApiKey): void {
  if (scopes.length === 0) throw invalid('Scopes', 'Scopes must name at least one scope');
  for (const scope of scopes) {
    if (!isScope(scope)) throw invalid('Scopes', `Scopes: there is no scope ${scope}`);
    if (kind === 'publishable' && SCOPES[scope] !== 'read') {
      throw invalid('Scopes', `Scopes: a publishable key only reads, and ${scope} does more`);
    }
  }
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw invalid('ExpiresAt', 'ExpiresAt must be in the future');
}

const invalid = (Field: string, Message: string): Problem =>
  new Problem('InvalidParameter', { message: Message, details: [{ Field, Message }] });
