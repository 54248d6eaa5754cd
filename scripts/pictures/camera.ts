import { existsSync, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import sharp from 'sharp';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const SCREENS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};

const WEBP = { quality: 82, effort: 6 };

/** Loads the pictures that a visitor would see on the way down. */
const EVERY_PICTURE = `(async () => {
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
})()`;

const TIMEOUT_MS = 30_000;
const INTERVAL_MS = 200;

/** Takes pictures of whole pages, as a desktop and a phone show them. */
export class Camera {
  private constructor(
    private readonly browser: Browser,
    private readonly dir: string,
  ) {}

  static async open(dir: string): Promise<Camera> {
    const executablePath = CHROMIUM.find((path) => existsSync(path));
    if (!executablePath) throw new Error(`Chromium is missing; looked for ${CHROMIUM.join(', ')}`);
    mkdirSync(dir, { recursive: true });
    return new Camera(await chromium.launch({ executablePath, args: ['--no-sandbox'] }), dir);
  }

  /** Writes `<name>-desktop.webp` and `<name>-phone.webp`. The page may be published a moment before. */
  async take(name: string, url: string): Promise<void> {
    await served(url);
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      const context = await this.browser.newContext({ viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'networkidle' });
      await page.evaluate(EVERY_PICTURE);
      await this.write(`${name}-${screen}`, await page.screenshot({ fullPage: true }));
      await context.close();
    }
  }

  /** A page of a visitor of its own, without movements. */
  async visitor(options: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext({ ...options, reducedMotion: 'reduce' });
    return context.newPage();
  }

  /** Writes `<name>.webp`: the part of a page that its window shows. */
  async takeWindow(name: string, page: Page): Promise<void> {
    await this.write(name, await page.screenshot());
  }

  private async write(name: string, png: Buffer): Promise<void> {
    const file = join(this.dir, `${name}.webp`);
    await sharp(png).webp(WEBP).toFile(file);
    console.log(`${file}  ${Math.round((await stat(file)).size / 1024)} KiB`);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

async function served(url: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while ((await fetch(url)).status !== 200) {
    if (Date.now() > deadline) throw new Error(`${url} was not served in ${TIMEOUT_MS / 1_000} s`);
    await delay(INTERVAL_MS);
  }
}
