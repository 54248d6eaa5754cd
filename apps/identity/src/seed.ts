import { pathToFileURL } from 'node:url';
import type { INestApplicationContext } from '@nestjs/common';
import { hashKey } from '#libs/auth';
import { loadConfig } from '#libs/config';
import { createApp } from '#libs/http';
import { logger } from '#libs/observability';
import type { Id, TenantId } from '#libs/persistence';
import { ApiKeyService, type NewApiKey } from './api-keys/api-key.service.js';
import { IdentityModule } from './app.module.js';
import { ALL_SCOPES } from './api-keys/scopes.js';
import { SeedConfig } from './config.js';
import { PRODUCTS } from './tenants/products.js';
import { SystemDatabase } from './database/system-database.js';
import { DASHBOARD_CLIENT, OidcClients } from './oidc/clients.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PersonRepository } from './people/person.repository.js';
import { RegistrationService, type AccountOptions } from './people/registration.service.js';
import { profile } from './profile.js';
import { TenantRepository } from './tenants/tenant.repository.js';
import { TenantService } from './tenants/tenant.service.js';

const USER = { email: 'demo@service.test', name: 'Demo' };
const OPERATOR = { email: 'operator@service.test', name: 'Operator' };
const TENANT = { name: 'Demo', slug: 'demo' };

/** What the seed made, or found. */
export interface Seeded {
  tenant: { id: TenantId; slug: string };
  user: { id: Id<'usr'>; email: string };
  operator: { id: Id<'usr'>; email: string };
  apiKey: string;
  /** The dashboard's client; absent where no dashboard is configured. */
  oidc?: { clientId: string; redirectUri: string };
}

/** Makes the demo data that is not there yet: a tenant with its owner and a key, and an operator. */
export async function seed(app: INestApplicationContext, config: SeedConfig): Promise<Seeded> {
  const user = await ensurePerson(app, USER, config.seedUserPassword, { verified: true });
  const operator = await ensurePerson(app, OPERATOR, config.seedOperatorPassword, { verified: true, operator: true });
  const tenant = await ensureTenant(app, user.id);
  await ensureKey(app, tenant.id, user.id, config.seedApiKey);
  return { tenant, user, operator, apiKey: config.seedApiKey, ...dashboardOf(app) };
}

/** Nothing to make: the client is there by configuration. */
function dashboardOf(app: INestApplicationContext): Pick<Seeded, 'oidc'> {
  const dashboard = app.get(OidcClients).find(DASHBOARD_CLIENT);
  const [redirectUri] = dashboard?.redirect_uris ?? [];
  return redirectUri === undefined ? {} : { oidc: { clientId: DASHBOARD_CLIENT, redirectUri } };
}

async function ensurePerson(
  app: INestApplicationContext,
  { email, name }: typeof USER,
  password: string,
  options: AccountOptions,
): Promise<Seeded['user']> {
  const hasher = app.get(PasswordHasher);
  const people = app.get(PersonRepository);
  const known = await people.findByLogin(email);
  if (!known) {
    const { id } = await app.get(RegistrationService).createPerson({ email, password, name }, options);
    return { id, email };
  }
  if (!(await hasher.verify(known.passwordHash, password))) {
    await people.setPassword(app.get(SystemDatabase), known.id, await hasher.hash(password));
  }
  return { id: known.id, email };
}

async function ensureTenant(app: INestApplicationContext, ownerId: Id<'usr'>): Promise<Seeded['tenant']> {
  const owned = await app.get(TenantRepository).ofUser(ownerId);
  const known = owned.find(({ slug }) => slug === TENANT.slug) ?? owned[0];
  const { id, slug } = known ?? (await app.get(TenantService).create(ownerId, TENANT.name, [...PRODUCTS]));
  return { id, slug };
}

async function ensureKey(
  app: INestApplicationContext,
  tenantId: TenantId,
  ownerId: Id<'usr'>,
  secret: string,
): Promise<void> {
  const known = await app.get(SystemDatabase).query('select 1 from api_key where secret_hash = $1', [hashKey(secret)]);
  if (known.length > 0) return;
  const wanted: NewApiKey = {
    name: 'Demo',
    kind: 'secret',
    environment: 'test',
    scopes: [...ALL_SCOPES],
    expiresAt: null,
  };
  await app.get(ApiKeyService).create(tenantId, ownerId, wanted, secret);
}

export async function runSeed(config: SeedConfig): Promise<Seeded> {
  const app = await createApp(IdentityModule.forConfig(config), profile);
  try {
    await app.init();
    return await seed(app, config);
  } finally {
    await app.close();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  logger.configure({ service: 'identity seed', level: 'warn' });
  process.stdout.write(`${JSON.stringify(await runSeed(loadConfig(SeedConfig)))}\n`);
}
