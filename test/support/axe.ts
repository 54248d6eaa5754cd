import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Lists what axe-core finds wrong in a page whose policy lets it run, once what moves stands still; empty if nothing. */
export async function violationsOf(page: Page): Promise<string[]> {
  await settled(page);
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> };
    };
    const { violations } = await checker.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160) + node.failureSummary).join(' | ')}`,
    );
  });
}

/** Waits for the animations that end: while an element fades, its colours are not those that a visitor reads. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(
    document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.timeline === document.timeline)
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
      .map((one) => one.finished),
  ).then(() => undefined)`);
}
