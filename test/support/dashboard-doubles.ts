import { HttpSink, testRedis, type SunkRequest } from '#libs/test/testing';
import { APPS, perApp, type AppName, type PerApp } from '../../apps/dashboard/src/app-names.js';
import { readAppSchemas } from '../../apps/dashboard/src/gateway/schema/app-schemas.js';
import { DashboardStack } from './dashboard-stack.js';
import { SchemaDouble } from './schema-double.js';

type Sinks = Record<AppName, HttpSink>;

/** The dashboard before four apps that say what a test wants them to say. */
export class DashboardDoubles {
  private constructor(
    readonly stack: DashboardStack,
    readonly apps: Sinks,
  ) {}

  static async start(environment: Record<string, string> = {}, webDir?: string): Promise<DashboardDoubles> {
    const sinks = await Promise.all(APPS.map(async (app) => [app, await HttpSink.start()] as const));
    const apps = Object.fromEntries(sinks) as Sinks;
    const urls = Object.fromEntries(APPS.map((app) => [`${app.toUpperCase()}_URL`, apps[app].url]));
    const { url: REDIS_URL } = await testRedis();
    const stack = await DashboardStack.start({ ...urls, REDIS_URL, ...environment }, webDir);
    return new DashboardDoubles(stack, apps);
  }

  get url(): string {
    return this.stack.url;
  }

  /** Lets each app answer operations with data. */
  say(data: Partial<Record<AppName, object>>): void {
    for (const app of APPS) this.apps[app].answer({ body: JSON.stringify({ data: data[app] ?? {} }) });
  }

  /** Lets each app answer by its schema. */
  followSchemas(): PerApp<SchemaDouble> {
    const schemas = readAppSchemas();
    const doubles = perApp((app) => new SchemaDouble(schemas[app]));
    for (const app of APPS) this.apps[app].answer(({ text }) => ({ body: doubles[app].answer(text) }));
    return doubles;
  }

  /** Forgets what the apps were asked. */
  forget(): void {
    for (const app of APPS) this.apps[app].requests.length = 0;
  }

  /** Requests that the apps got, by app. */
  get asked(): Record<AppName, SunkRequest[]> {
    return perApp((app) => this.apps[app].requests);
  }

  async close(): Promise<void> {
    await this.stack.close();
    await Promise.all(APPS.map((app) => this.apps[app].stop()));
  }
}
