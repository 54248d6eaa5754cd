import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { hashKey } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import {
  Database,
  type Id,
  isId,
  lockKey,
  newId,
  type Page,
  startBefore,
  type TenantId,
  toPage,
} from '#libs/core/persistence';
import { randomHex } from '#libs/core/secrets';
import { AddressRepository } from '../users/address.repository.js';
import { IdentityConfig } from '../config.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { assertSessionOpen } from '../sessions/session-check.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import type { ApiKey, KeyEnvironment, KeyKind } from './api-key.entity.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { isScope, mayHave } from './scopes.js';

const SECRET_BYTES = 24;
const VISIBLE_CHARACTERS = 8;
/** Characters at the end of a key by which a user tells two of them apart: 16 bits of 192. */
const HINT_CHARACTERS = 4;
/** Keys of a tenant that are not revoked. */
const MAX_KEYS = 100;

export interface NewApiKey {
  name: string;
  kind: KeyKind;
  scopes: string[];
  /** Counts in production alone; elsewhere every key is a test key. */
  environment: KeyEnvironment;
  expiresAt: Date | null;
}

export interface CreatedApiKey {
  apiKey: ApiKey;
  /** Shown this once. */
  secret: string;
}

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyRepository,
    private readonly tenants: TenantRepository,
    private readonly publisher: CredentialPublisher,
    private readonly addresses: AddressRepository,
    private readonly config: IdentityConfig,
  ) {}

  /** @throws Problem NotFound, PermissionDenied, InvalidParameter, Conflict (the tenant has the maximum of keys) */
  async create(tenantId: string, actorId: Id<'usr'>, wanted: NewApiKey, secret?: string): Promise<CreatedApiKey> {
    const id = tenantIdOf(tenantId);
    await this.database.tenant(id, (tx) => this.authorizeAdmin(tx, id, actorId));
    validate(wanted);
    if (this.environmentOf(wanted) === 'live') await this.assertVerified(actorId);
    return this.insert(id, actorId, wanted, secret);
  }

  /** Newest first. @throws Problem NotFound */
  async list(tenantId: string, actorId: Id<'usr'>, cursor: number | undefined, limit: number): Promise<Page<ApiKey>> {
    const id = tenantIdOf(tenantId);
    const before = startBefore('key', cursor) as Id<'key'> | undefined;
    const rows = await this.database.tenant(id, async (tx) => {
      if (!(await this.tenants.findRole(tx, id, actorId))) throw new Problem('NotFound');
      return this.keys.listPage(tx, id, before, limit);
    });
    return toPage(rows, limit);
  }

  /** When this returns, every app rejects the key. @throws Problem NotFound, PermissionDenied */
  async revoke(tenantId: string, actorId: Id<'usr'>, keyId: string): Promise<void> {
    const id = tenantIdOf(tenantId);
    const changes = await this.database.tenant(id, async (tx) => {
      await this.authorizeAdmin(tx, id, actorId);
      const key = isId('key', keyId) && (await this.keys.lockForUpdate(tx, id, keyId));
      if (!key) throw new Problem('NotFound');
      const changed = [{ kind: 'key', name: key.secretHash }] as const;
      await recordViewChanges(tx, changed);
      if (!key.revokedAt) {
        await this.keys.revoke(tx, key);
        await auditKey(tx, 'api-key.revoked', key);
      }
      return changed;
    });
    await this.publisher.publish(changes);
  }

  /** Whether a key with this secret exists, of whatever tenant. */
  exists(secret: string): Promise<boolean> {
    return this.database.system((tx) => this.keys.existsByHash(tx, hashKey(secret)));
  }

  async updateLastUse(uses: readonly { keyId: string; at: Date }[]): Promise<void> {
    if (uses.length > 0) await this.database.statement((pool) => this.keys.updateLastUse(pool, uses));
  }

  private async insert(
    tenantId: TenantId,
    createdBy: Id<'usr'>,
    wanted: NewApiKey,
    secret: string = this.newSecret(wanted),
  ): Promise<CreatedApiKey> {
    const environment = this.environmentOf(wanted);
    const prefix = secret.slice(0, VISIBLE_CHARACTERS);
    const hint = secret.slice(-HINT_CHARACTERS);
    const times = { createdAt: new Date(), lastUsedAt: null, revokedAt: null };
    const secretHash = hashKey(secret);
    const apiKey = {
      ...wanted,
      ...times,
      id: newId('key'),
      tenantId,
      environment,
      prefix,
      hint,
      secretHash,
      createdBy,
    };
    const changes = [{ kind: 'key', name: secretHash }] as const;
    await this.database.tenant(tenantId, async (tx) => {
      await this.rejectExcess(tx, tenantId);
      await this.lockCreator(tx, createdBy);
      await this.keys.insert(tx, apiKey);
      await recordViewChanges(tx, changes);
      await auditKey(tx, 'api-key.created', apiKey);
    });
    await this.publisher.tryPublish(changes);
    return { apiKey, secret };
  }

  private async rejectExcess(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await this.tenants.lockForUpdate(tx, tenantId);
    if ((await this.keys.countUnrevoked(tx, tenantId)) < MAX_KEYS) return;
    throw new Problem('Conflict', { message: `An account has ${MAX_KEYS} keys at most; revoke one first` });
  }

  /** Waits for a change that takes the creator's account back: the key is then revoked by it, or its session has ended. */
  private async lockCreator(tx: EntityManager, userId: Id<'usr'>): Promise<void> {
    await lockKey(tx, 'credentials of a user', userId);
    await this.database.system(assertSessionOpen);
  }

  private async assertVerified(userId: Id<'usr'>): Promise<void> {
    if (await this.database.system((tx) => this.addresses.hasVerified(tx, userId))) return;
    throw new Problem('PermissionDenied', {
      message:
        'A live key needs a verified e-mail address: open the link in the mail to yours. ' +
        'POST /api/auth/me/verify/resend sends another. Test keys need none.',
    });
  }

  private async authorizeAdmin(tx: EntityManager, tenantId: TenantId, actorId: Id<'usr'>): Promise<void> {
    const role = await this.tenants.findRole(tx, tenantId, actorId);
    if (!role) throw new Problem('NotFound');
    if (role === 'member') {
      throw new Problem('PermissionDenied', { message: 'API keys are for the owner and the admins of the tenant' });
    }
  }

  /** Outside production every key is a test key; a publishable key is always live. */
  private environmentOf({ kind, environment }: NewApiKey): KeyEnvironment {
    if (!this.config.isProduction) return 'test';
    return kind === 'publishable' ? 'live' : environment;
  }

  private newSecret(wanted: NewApiKey): string {
    const type = wanted.kind === 'publishable' && this.config.isProduction ? 'pk' : 'sk';
    return `${type}_${this.environmentOf(wanted)}_${randomHex(SECRET_BYTES)}`;
  }
}

/** Records a key without its secret. */
async function auditKey(tx: EntityManager, action: string, key: ApiKey): Promise<void> {
  const fields = auditFields(key, ['name', 'kind', 'prefix', 'scopes', 'environment', 'expiresAt']);
  const change = action === 'api-key.created' ? { after: fields } : { before: fields };
  await recordAudit(tx, { action, object: { type: 'api-key', id: key.id }, tenantId: key.tenantId, ...change });
}

function tenantIdOf(tenantId: string): TenantId {
  if (!isId('acc', tenantId)) throw new Problem('NotFound');
  return tenantId;
}

function validate({ scopes, kind, expiresAt }: NewApiKey): void {
  if (scopes.length === 0) throw invalid('Scopes', 'Scopes must name at least one scope');
  for (const scope of scopes) {
    if (!isScope(scope)) throw invalid('Scopes', `Scopes: there is no scope ${scope}`);
    if (!mayHave(kind, scope)) {
      throw invalid('Scopes', `Scopes: a publishable key reads only what may be public, and ${scope} does more`);
    }
  }
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw invalid('ExpiresAt', 'ExpiresAt must be in the future');
}

const invalid = (Field: string, Message: string): Problem =>
  new Problem('InvalidParameter', { message: Message, details: [{ Field, Message }] });
