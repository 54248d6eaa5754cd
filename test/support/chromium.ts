import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

/** Fonts as wide as Arial and Times New Roman, which pages show until their own fonts are there. */
const FONTS = '/usr/share/fonts/truetype/liberation';
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Arguments of Playwright that disable push messages. */
const NOT_THESE = ['--disable-background-networking', '--disable-component-extensions-with-background-pages'];

export interface Chromium {
  context: BrowserContext;
  close(): Promise<void>;
}

/** A headless Chromium with a profile on disk: a private one receives no push messages. */
export async function startChromium(args: readonly string[] = []): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: installed(),
    headless: true,
    ignoreDefaultArgs: NOT_THESE,
    args: ['--no-sandbox', ...args],
  });
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { context, close };
}

/** A headless Chromium for many visitors, each a private context. */
export const startBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: installed(), headless: true, args: ['--no-sandbox', ...args] });

/** The path of Chromium; installs it with fonts from the system's packages if there is none. */
function installed(): string {
  const known = PATHS.find((path) => existsSync(path));
  if (known && (known !== PATHS[0] || existsSync(FONTS))) return known;
  execFileSync('flock', [join(tmpdir(), 'apt-install.lock'), 'sh', '-ec', INSTALL], { stdio: 'ignore' });
  return PATHS[0]!;
}

/** Runs under a lock: the package manager serves one caller at a time. */
const INSTALL = `
  test ! -x ${PATHS[0]} || test ! -d ${FONTS} || exit 0
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium fonts-liberation`;
