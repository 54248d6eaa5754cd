import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { freePorts } from '#libs/test/embedded';
import { OFFSETS } from '../../scripts/stack/apps.js';
import { type DevFile, readDevFile } from '../../scripts/stack/read-dev-file.js';
import { StackProcess } from '../../scripts/stack/stack-process.js';
import { measuredPatience } from '../support/measured-patience.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running stack of the built product: the path of its dev.json, and what is in it. */
    builtStack: { devFile: string; dev: DevFile };
  }
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Variables of this process that the stack gets: Vitest sets NODE_ENV and more, which `npm start` does not. */
const INHERITED = ['PATH', 'HOME', 'USER', 'TMPDIR', 'LANG'];

/** The specs make more calls from one address in a minute than the defaults allow. */
const CALLS_PER_MINUTE = ['AUTH', 'FAILED', 'OAUTH', 'SITE', 'VISITOR'];

/** How long the dashboard waits for an app that reads, in milliseconds on a quiet machine. */
const GATEWAY_DEADLINE_MS = 5_000;

/**
 * Starts the product from `dist` as `npm start` does; the returned function stops it and deletes its data. With BUILT_STACK, the
 * dev.json of a running stack, the specs use that one: for writing them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await runScript('scripts/packages/build.mjs');
  const running = process.env['BUILT_STACK'];
  if (!running) return startStack(project);
  project.provide('builtStack', { devFile: running, dev: readDevFile(running) });
  return async () => undefined;
}

const runScript = (script: string) => promisify(execFile)(process.execPath, [script], { cwd: ROOT });

async function startStack(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'service-built-'));
  const clear = () => rmSync(dir, { recursive: true, force: true });
  try {
    await runScript('scripts/prepare/ensure-built.mjs');
    await runScript('scripts/dashboard/build.mjs');
    const stack = await StackProcess.start({
      dataDir: join(dir, 'data'),
      portBase: await freePorts(Math.max(...Object.values(OFFSETS)) + 1),
      logFile: join(dir, 'start.log'),
      environment: environment(),
    });
    project.provide('builtStack', { devFile: stack.devFile, dev: stack.dev() });
    return async () => {
      await stack.stop();
      clear();
    };
  } catch (error) {
    clear();
    throw error;
  }
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
    ...Object.fromEntries(CALLS_PER_MINUTE.map((what) => [`${what}_CALLS_PER_MINUTE`, '1000000'])),
    SUBMISSIONS_PER_MINUTE: '1000000',
    // A page shows a problem for good in place of what did not come in time.
    GATEWAY_DEADLINE_MS: String(Math.round(GATEWAY_DEADLINE_MS * measuredPatience())),
    // Receivers of webhooks that specs start, which fail as they are told.
    OUTBOUND_ALLOW: '127.0.0.2/32',
    // The operator's console makes keys for its domain.
    FBL_ADDRESS: 'complaints@feedback.demo.test',
  };
}
