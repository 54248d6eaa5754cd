import type { TestProject } from 'vitest/node';
import { setPatience } from './patience.js';
import { acquireServices } from './services.js';
import { BARE, dropClones, prepareBare, prepareTemplate, type TemplateSource } from './templates.js';

/** The servers of a test run, as spec files use them. */
export interface TestServices {
  adminUrl: string;
  redisUrl: string;
  /** Process id of the test run; it is in the names of cloned databases. */
  runPid: number;
  /** Template database per app. */
  templates: Record<string, string>;
  /** File that counts what specs start; undefined if the run does not want to know. */
  startsFile: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times longer than on a quiet machine the run may wait. */
    patience: number;
    testServices: TestServices;
  }
}

export interface SetupOptions {
  /** Folder in which the servers keep their data between runs. */
  dir: string;
  /** Value of the `PATH` variable. */
  path: string;
  /** The apps whose migrated databases specs may clone. */
  templates: TemplateSource[];
  /** File that counts what specs start. */
  startsFile?: string;
}

/** Starts or joins the servers of the test suite; the returned function releases them. */
export async function setUpServices(project: TestProject, options: SetupOptions): Promise<() => Promise<void>> {
  setPatience(project.getProvidedContext().patience);
  const services = await acquireServices(options.dir, options.path);
  const adminUrl = services.postgres.url;
  try {
    const templates = await services.exclusively(async () => {
      await dropClones(adminUrl, (pid) => pid === process.pid || !services.isUsedBy(pid));
      return prepareAll(adminUrl, options.templates);
    });
    project.provide('testServices', {
      adminUrl,
      redisUrl: services.redis.url,
      runPid: process.pid,
      templates,
      startsFile: options.startsFile,
    });
  } catch (error) {
    await services.release();
    throw error;
  }
  return async () => {
    await services.exclusively(() => dropClones(adminUrl, (pid) => pid === process.pid));
    await services.release();
  };
}

async function prepareAll(adminUrl: string, sources: TemplateSource[]): Promise<Record<string, string>> {
  const templates: Record<string, string> = { [BARE]: await prepareBare(adminUrl) };
  for (const source of sources) templates[source.app] = await prepareTemplate(adminUrl, source);
  return templates;
}
