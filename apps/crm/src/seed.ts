import { IsString, Matches } from 'class-validator';
import { isMain, loadConfig, Secret } from '#libs/core/config';
import { createDataSource, Database, type TenantId } from '#libs/core/persistence';
import { createDemoAutomation } from './demo/demo-automation.js';
import { ENTITIES } from './entities.js';

class SeedConfig {
  @IsString()
  @Secret()
  databaseUrl: string;

  @Matches(/^acc_[0-9a-f]{16}$/)
  seedTenantId: TenantId;
}

/** Gives the demo tenant a journey, a segment and an alert. It opens its own connection, because the app takes longer to load. */
export async function seed(environment?: NodeJS.ProcessEnv): Promise<object> {
  const { databaseUrl: url, seedTenantId } = loadConfig(SeedConfig, environment);
  const source = createDataSource({ url, poolSize: 1, applicationName: 'seed', entities: ENTITIES });
  await source.initialize();
  try {
    await createDemoAutomation(new Database(source, source), seedTenantId);
    return {};
  } finally {
    await source.destroy();
  }
}

if (isMain(import.meta.url)) process.stdout.write(`${JSON.stringify(await seed())}\n`);
