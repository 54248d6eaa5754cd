import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { patient } from '#libs/test/testing';

/** Fonts as wide as Arial and Times New Roman, which pages show until their own fonts are there. */
const FONTS = '/usr/share/fonts/truetype/liberation';
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Longest wait for anything on a page, in milliseconds on a quiet machine. */
const DEADLINE_MS = 30_000;

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
  patiently(context);
  waitPatiently(context.browser()!);
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { context, close };
}

/** A headless Chromium for many visitors, each a private context. */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  const options = { executablePath: installed(), headless: true, args: ['--no-sandbox', ...args] };
  return waitPatiently(await chromium.launch(options));
}

/** Has the waits of all further contexts last as long as the machine needs. */
function waitPatiently(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => patiently(await newContext(options));
  return browser;
}

function patiently(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(patient(DEADLINE_MS));
  return context;
}

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
