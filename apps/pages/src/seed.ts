import { Matches } from 'class-validator';
import { isMain, loadConfig } from '#libs/core/config';
import { logger } from '#libs/core/observability';
import { createDataSource, type TenantId } from '#libs/core/persistence';
import { PagesConfig } from './config.js';
import { DEMO_SLUG } from './demo/demo-slug.js';
import { Page } from './pages/page.entity.js';

class SeedConfig extends PagesConfig {
  @Matches(/^acc_[0-9a-f]{16}$/)
  seedTenantId: TenantId;
}

/** Result of the seed, whether it created the page or found it. */
export interface Seeded {
  /** Absent if the page is not published. */
  landingPage?: { id: string; url: string };
}

/**
 * Gives the demo tenant a published page. A page that its users changed, took off the runtime or deleted stays as it is; if
 * another tenant has the slug, there is none.
 */
export async function seed(environment?: NodeJS.ProcessEnv): Promise<Seeded> {
  const config = loadConfig(SeedConfig, environment);
  let pages = await pagesOfSlug(config);
  if (isMissing(pages) || pages.some(isUnfinished)) {
    await createMissing(config, pages.find(isUnfinished)?.id);
    pages = await pagesOfSlug(config);
  }
  const shown = pages.find(({ tenantId, publishedVersion }) => tenantId === config.seedTenantId && publishedVersion);
  return shown ? { landingPage: { id: shown.id, url: `${config.runtimeUrl}/${shown.slug}` } } : {};

  function isMissing(found: readonly Page[]): boolean {
    return !found.some(({ tenantId, deletedAt }) => tenantId === config.seedTenantId || deletedAt === null);
  }

  /** Left by a seed that was killed: a page that its users took off the runtime was changed by that. */
  function isUnfinished({ tenantId, publishedVersion, createdAt, updatedAt }: Page): boolean {
    return tenantId === config.seedTenantId && publishedVersion === null && +createdAt === +updatedAt;
  }
}

/** Lists the pages with the slug of the demo, over all tenants and with deleted pages. It opens its own connection, because the app takes longer to load. */
async function pagesOfSlug({ databaseSystemUrl: url }: SeedConfig): Promise<Page[]> {
  const source = createDataSource({ url, poolSize: 1, applicationName: 'seed', entities: [Page] });
  await source.initialize();
  try {
    return await source.manager.findBy(Page, { slug: DEMO_SLUG });
  } finally {
    await source.destroy();
  }
}

async function createMissing(config: SeedConfig, unfinished: string | undefined): Promise<void> {
  const [{ createPages }, { createDemoPage, publishDemoPage }] = await Promise.all([
    import('./pages.js'),
    import('./demo/demo-data.js'),
  ]);
  const app = await createPages(config);
  try {
    await app.init();
    const id = unfinished ?? (await createDemoPage(app, config.seedTenantId));
    await publishDemoPage(app, config.seedTenantId, id);
  } finally {
    await app.close();
  }
}

if (isMain(import.meta.url)) {
  logger.configure({ service: 'pages seed', level: 'warn' });
  process.stdout.write(`${JSON.stringify(await seed())}\n`);
}
