import type { INestApplicationContext } from '@nestjs/common';
import { isMain, loadConfig } from '#libs/core/config';
import { logger } from '#libs/core/observability';
import { Database, type Id, type TenantId } from '#libs/core/persistence';
import { ApiKeysService, type NewApiKey } from './api-keys/api-keys.service.js';
import { ALL_SCOPES } from './api-keys/scopes.js';
import { SeedConfig } from './config.js';
import { createIdentity } from './identity.js';
import { PRODUCTS } from './tenants/products.js';
import { DASHBOARD_CLIENT, OidcClients } from './oidc-clients/oidc-clients.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { UserRepository } from './users/user.repository.js';
import { RegistrationService, type AccountOptions } from './registration/registration.service.js';
import { ProfilesService } from './profiles/profiles.service.js';
import { TenantsService } from './tenants/tenants.service.js';

const USER = { email: 'demo@service.test', name: 'Demo' };
const OPERATOR = { email: 'operator@service.test', name: 'Operator' };
const TENANT = { name: 'Demo', slug: 'demo' };

/** Demo data, created or found. */
export interface Seeded {
  tenant: { id: TenantId; slug: string };
  user: { id: Id<'usr'>; email: string };
  operator: { id: Id<'usr'>; email: string };
  apiKey: string;
  /** The dashboard's client; absent where no dashboard is configured. */
  oidc?: { clientId: string; redirectUri: string };
}

async function createMissing(app: INestApplicationContext, config: SeedConfig): Promise<Seeded> {
  const user = await ensureUser(app, USER, config.seedUserPassword, { verified: true });
  const operator = await ensureUser(app, OPERATOR, config.seedOperatorPassword, { verified: true, operator: true });
  const tenant = await ensureTenant(app, user.id);
  await ensureKey(app, tenant.id, user.id, config.seedApiKey);
  return { tenant, user, operator, apiKey: config.seedApiKey, ...dashboardOf(app) };
}

/** The client comes from the configuration. */
function dashboardOf(app: INestApplicationContext): Pick<Seeded, 'oidc'> {
  const dashboard = app.get(OidcClients).find(DASHBOARD_CLIENT);
  const [redirectUri] = dashboard?.redirect_uris ?? [];
  return redirectUri === undefined ? {} : { oidc: { clientId: DASHBOARD_CLIENT, redirectUri } };
}

async function ensureUser(
  app: INestApplicationContext,
  { email, name }: typeof USER,
  password: string,
  options: AccountOptions,
): Promise<Seeded['user']> {
  const hasher = app.get(PasswordHasher);
  const [database, users] = [app.get(Database), app.get(UserRepository)];
  const known = await database.statement((pool) => users.findByLogin(pool, email));
  if (!known) {
    const { id } = await app.get(RegistrationService).createUser({ email, password, name }, options);
    return { id, email };
  }
  if (!(await hasher.verify(known.passwordHash, password))) {
    const passwordHash = await hasher.hash(password);
    await database.system((tx) => users.update(tx, known.id, { passwordHash }));
  }
  return { id: known.id, email };
}

async function ensureTenant(app: INestApplicationContext, ownerId: Id<'usr'>): Promise<Seeded['tenant']> {
  const owned = await app.get(ProfilesService).listTenants(ownerId);
  const known = owned.find(({ slug }) => slug === TENANT.slug) ?? owned[0];
  const { id, slug } = known ?? (await app.get(TenantsService).create(ownerId, TENANT.name, [...PRODUCTS]));
  return { id, slug };
}

async function ensureKey(
  app: INestApplicationContext,
  tenantId: TenantId,
  ownerId: Id<'usr'>,
  secret: string,
): Promise<void> {
  if (await app.get(ApiKeysService).exists(secret)) return;
  const wanted: NewApiKey = {
    name: 'Demo',
    kind: 'secret',
    environment: 'test',
    scopes: [...ALL_SCOPES],
    expiresAt: null,
  };
  await app.get(ApiKeysService).create(tenantId, ownerId, wanted, secret);
}

/** Creates the demo data that is missing: a tenant with its owner and a key, and an operator. */
export async function seed(environment?: NodeJS.ProcessEnv): Promise<Seeded> {
  const config = loadConfig(SeedConfig, environment);
  const app = await createIdentity(config);
  try {
    await app.init();
    return await createMissing(app, config);
  } finally {
    await app.close();
  }
}

if (isMain(import.meta.url)) {
  logger.configure({ service: 'identity seed', level: 'warn' });
  process.stdout.write(`${JSON.stringify(await seed())}\n`);
}
