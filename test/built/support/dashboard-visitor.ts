import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { waitUntil } from '#libs/test/testing';
import type { DevFile } from '../../../scripts/stack/read-dev-file.js';

/** Longest wait for the data of a screen, in milliseconds on a quiet machine. */
const DEADLINE_MS = 30_000;

export interface Login {
  email: string;
  password: string;
}

export interface Look extends BrowserContextOptions {
  width?: number;
}

/** A tab of a browser that looks at the dashboard, and what went wrong on it. */
export class DashboardVisitor {
  readonly faults: string[] = [];

  private constructor(
    readonly dashboard: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.faults.push(message.text()));
  }

  /** Opens a browser with nothing in it, in English unless the look says otherwise. */
  static async come(
    browser: Browser,
    dashboard: string,
    { width = 1280, locale = 'en-US', ...look }: Look = {},
  ): Promise<DashboardVisitor> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, locale, ...look });
    return new DashboardVisitor(dashboard, context, await context.newPage());
  }

  /** A browser of its own whose user has signed in and sees a screen. */
  static async signedIn(browser: Browser, dev: DevFile, login: Login, look?: Look): Promise<DashboardVisitor> {
    const visitor = await this.come(browser, dev.urls.dashboard, look);
    await visitor.page.goto(dev.urls.dashboard);
    await visitor.enterPassword(login);
    await visitor.arrived();
    return visitor;
  }

  /** Another tab of the same browser. */
  async tab(): Promise<DashboardVisitor> {
    return new DashboardVisitor(this.dashboard, this.context, await this.context.newPage());
  }

  /** Fills in the sign-in page of identity, which is shown. */
  async enterPassword({ email, password }: Login): Promise<void> {
    await this.page.locator('input[name=email]').fill(email);
    await this.page.locator('input[name=password]').fill(password);
    await this.page.locator('button[type=submit]').first().click();
  }

  /** Waits until the browser is back from signing in, and the screen is there. */
  async arrived(): Promise<void> {
    await this.page.waitForURL((url) => url.origin === this.dashboard);
    await this.shown();
  }

  /** Waits until the browser is led to sign in. */
  async askedToSignIn(): Promise<void> {
    await this.page.locator('input[name=password]').waitFor();
  }

  /** Loads a screen by its address, and waits for it. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.dashboard + path);
    await this.shown();
  }

  /** Goes to a screen by the navigation, without loading the page anew. */
  async go(place: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click();
    await this.shown();
  }

  /** Waits for a screen: its heading, and nothing that is still loading. */
  async shown(): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    await waitUntil(async () => (await this.page.locator('[aria-busy=true]').count()) === 0, {
      timeoutMs: DEADLINE_MS,
      what: 'the data of the screen',
    });
  }

  /** Opens a menu of the header, which is loaded after the page, and chooses from it. */
  async choose(menu: RegExp, item: string): Promise<void> {
    await this.button(menu).and(this.page.locator('[aria-haspopup]')).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Waits for a note in the corner. */
  async told(text: string | RegExp): Promise<void> {
    await this.page.getByRole('status').or(this.page.getByRole('alert')).filter({ hasText: text }).first().waitFor();
  }

  heading(name: string | RegExp) {
    return this.page.getByRole('heading', { level: 1, name });
  }

  row(text: string | RegExp) {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** The dialog that is open. */
  get dialog() {
    return this.page.getByRole('dialog');
  }

  scrollsSideways(): Promise<boolean> {
    return this.page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    ) as Promise<boolean>;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
