import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PARTS = ['apps', 'libs', 'scripts', 'test'];

/** The ways to give Vitest or a browser a fixed number of milliseconds. */
const FIXED = [
  // As an option of a test
  /\b(?:it|test|describe)\b.*\{ timeout: [\d_]+ \}/,
  // As its last argument
  /^\s*\}, [\d_]{4,}\);$/,
  // As an option of a poll
  /\bpoll\(.*\btimeout: [\d_]+/,
  // As the last argument of a hook
  /\b(?:beforeAll|afterAll|beforeEach|afterEach)\(.*, [\d_]{4,}\);$/,
  // For a browser, in one call or for all
  /\.(?:waitFor\w*|goto|click|fill|press|fetch)\(.*\btimeout: [\d_]+/,
  /\bsetDefault(?:Navigation)?Timeout\([\d_]+\)/,
];

const isFixed = (line: string) => FIXED.some((pattern) => pattern.test(line));

it.each([
  `it('waits', { timeout: 60_000 }, async () => {`,
  '  }, 60_000);',
  `await expect.poll(rows, { timeout: 5_000 }).toEqual([]);`,
  'beforeAll(() => start(), 60_000);',
  `await page.getByText('Sent').waitFor({ timeout: 30_000 });`,
  'page.setDefaultTimeout(10_000);',
])('%s is a fixed deadline', (line) => {
  expect(isFixed(line)).toBe(true);
});

it('no spec gives Vitest or a browser a fixed deadline: they last as long as the machine needs', () => {
  const specs = PARTS.flatMap((part) =>
    readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.spec.ts'))
      .map((file) => join(part, file)),
  );
  expect(specs.length).toBeGreaterThan(100);
  const found = specs
    .filter((file) => file !== 'test/support/deadlines.spec.ts')
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (isFixed(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
