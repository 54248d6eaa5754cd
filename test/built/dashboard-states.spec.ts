import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { patient, waitUntil } from '#libs/test/testing';
import { violationsOf } from '../support/axe.js';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';
import { DashboardVisitor } from './support/dashboard-visitor.js';
import { GeneratedAnswers, REQUEST_ID } from './support/generated-answers.js';
import { PATIENCE } from './support/outside.js';

/** Every screen of the page. */
const SCREENS = [
  ...readFileSync('apps/dashboard/web/src/screens.ts', 'utf8').matchAll(/^ {2}'([^']+)': \(\) => import/gm),
].map(([, path]) => path!);
/** Screens that read nothing when they are opened. */
const READ_NOTHING = new Set(['/new-account']);
/** Addresses of screens that read something only then. */
const ADDRESSES: Readonly<Record<string, string>> = { '/console/users': '/console/users?email=ana@example.test' };

/** Longest time that a click waits for its button. */
const CLICK_MS = patient(5_000);

const AWAY = 'This part does not answer at the moment.';
const NO_RIGHT = 'Your role does not allow this.';
const OFFLINE = 'You are offline.';

const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 375, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const;
type Look = (typeof LOOKS)[number];
const SMALL_AND_DARK = LOOKS[3];

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

let visitor: DashboardVisitor;
let answers: GeneratedAnswers;

beforeAll(async () => {
  visitor = await DashboardVisitor.signedIn(browser, dev, dev.operator);
  answers = await GeneratedAnswers.for(visitor.page);
  return () => visitor.close();
});

beforeEach(async () => {
  visitor.faults.length = 0;
  await look(SMALL_AND_DARK);
});

it('are read from the registry of the page, details among them', () => {
  expect(SCREENS.length).toBeGreaterThan(30);
  expect(SCREENS).toContain('/messages/$id');
});

describe.each(SCREENS)('%s', (screen) => {
  const path = ADDRESSES[screen] ?? screen.replace('$id', 'id-1');
  const readsNothing = READ_NOTHING.has(screen);
  /** The root fields that it reads. */
  let fields: readonly string[];

  beforeAll(async () => {
    answers.become({ with: 'data' });
    await visitor.open(path);
    ({ fields } = answers);
  });

  it('shows what it reads to everybody, wide and narrow, light and dark, and keeps it while offline', async () => {
    answers.become({ with: 'data' });
    await visitor.open(path);
    expect(fields.length > 0).toBe(!readsNothing);
    for (const one of LOOKS) {
      await look(one);
      expect(await wrongsToAll()).toEqual([]);
    }
    const before = await text();
    await visitor.context.setOffline(true);
    try {
      await visitor.page.getByText(OFFLINE).waitFor();
      expect(await text()).toContain(before);
      expect(await wrongs()).toEqual([]);
    } finally {
      await visitor.context.setOffline(false);
    }
    await visitor.page.getByText(OFFLINE).waitFor({ state: 'detached' });
  });

  it.skipIf(readsNothing)('says that it loads, under its heading', async () => {
    answers.become({ with: 'nothing' });
    await visitor.page.goto(dev.urls.dashboard + path);
    await visitor.page.locator('[aria-busy=true]').first().waitFor();
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await wrongs()).toEqual([]);
  });

  it.skipIf(readsNothing)('says that there is nothing yet', async () => {
    answers.become({ with: 'empty lists' });
    await visitor.open(path);
    expect(
      await visitor.page.locator('main [role=table]:not(:has([aria-rowindex="2"]))').count(),
      'tables without rows',
    ).toBe(0);
    expect((await text()).length).toBeGreaterThan(20);
    expect(await wrongs()).toEqual([]);
  });

  it.skipIf(readsNothing)(
    'tells a failure with the request that support asks for, and lets one try again',
    async () => {
      answers.become({ with: 'problem', code: 'InternalError' });
      await visitor.open(path);
      await visitor.page.getByText(REQUEST_ID).first().waitFor();
      expect(await wrongsToAll()).toEqual([]);
      answers.become({ with: 'data' });
      await tryAgain();
      expect(await visitor.page.getByText(REQUEST_ID).count()).toBe(0);
    },
  );

  it.skipIf(readsNothing)('tells why there is nothing for a role', async () => {
    answers.become({ with: 'problem', code: 'PermissionDenied' });
    await visitor.open(path);
    await visitor.page.getByText(NO_RIGHT).first().waitFor();
    expect(await wrongs()).toEqual([]);
  });

  it.skipIf(readsNothing)('says which part is away, and shows the rest', async () => {
    // Each half of what is read is away once.
    for (const half of [0, 1]) {
      const away = new Set(fields.filter((_, at) => at % 2 === half));
      if (away.size === 0) continue;
      answers.become({ with: 'problem', code: 'ServiceUnavailable', fields: away });
      await visitor.open(path);
      await visitor.page.getByText(AWAY).first().waitFor();
      expect(await wrongs()).toEqual([]);
    }
  });
});

async function look({ width, scheme }: Look): Promise<void> {
  await visitor.page.setViewportSize({ width, height: 900 });
  await visitor.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  if (visitor.page.url().startsWith(dev.urls.dashboard))
    await visitor.page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
  // Half way between light and dark no contrast is right.
  await visitor.page.evaluate(
    'Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => {})))',
  );
}

/** The text of the screen, as it is seen. */
const text = (): Promise<string> => visitor.page.locator('main').innerText();

/** Faults of the page in whatever state it is; empty if there are none. */
async function wrongs(): Promise<string[]> {
  const { page, faults } = visitor;
  const headings = await page.getByRole('heading', { level: 1 }).count();
  return [
    ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
    ...((await visitor.scrollsSideways()) ? ['scrolls sideways'] : []),
    ...faults.splice(0),
  ];
}

/** The same, with what keeps people from using it. Takes as long as all else, so one state of each kind is asked. */
const wrongsToAll = async (): Promise<string[]> => [...(await wrongs()), ...(await violationsOf(visitor.page))];

/**
 * Tries each part again that has failed. Parts have a button each, some share what they read, and on a busy machine one shows its failure
 * after another is whole again: so buttons are clicked until none is left.
 */
async function tryAgain(): Promise<void> {
  const button = visitor.button('Try again');
  const isWhole = async (): Promise<boolean> => {
    if ((await button.count()) === 0) return true;
    // The part may become whole before the click.
    await button
      .first()
      .click({ timeout: CLICK_MS })
      .catch(() => undefined);
    await visitor.shown();
    return false;
  };
  await waitUntil(isWhole, { ...PATIENCE, what: 'parts that are whole again' });
}
