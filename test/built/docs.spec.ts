import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { describe, expect, inject, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { docsPages } from '../support/docs-pages.js';
import { blocksOf, runBlocks, type Block } from './shell-examples.js';

const ROOT = resolve(import.meta.dirname, '../..');
const DATA_DIR = dirname(inject('builtStack').devFile);

const SETS_VARIABLES = 'eval "$(node scripts/env.mjs)"\n';

/** Commands that change the machine of a developer or an operator. A block that has one of them is not run. */
const OF_OPERATORS = /^(\w+=\S+ )?(npm |docker compose |node dist\/)/m;

/** Calls that no stack bears while other specs use it, by the page and a part of the block. */
const NOT_RUN = [
  {
    page: 'docs/sign-in.md',
    part: '/internal/signing-keys/rotate',
    reason: 'it ends every session of the installation',
  },
];

const isOfOperators = ({ text }: Block) => OF_OPERATORS.test(text);
const isExcepted = (page: string, { text }: Block) =>
  NOT_RUN.some((one) => one.page === page && text.includes(one.part));
const isShell = ({ language }: Block) => language === 'sh';

const examplesOf = (page: string): Block[] =>
  blocksOf(page).filter((block) => isShell(block) && !isOfOperators(block) && !isExcepted(page, block));

const PAGES = docsPages();
const PAGES_WITH_EXAMPLES = PAGES.filter((page) => examplesOf(page).length > 0);

/** How long one page may take while all cores are busy. */
const LIMIT_MS = patient(60_000);

/** More pages at once than there are cores only make the logins of all wait. */
const turn = pLimit(availableParallelism());

describe.each(['run by themselves', 'run again on the same stack'])('the examples of a page %s', () => {
  it.concurrent.each(PAGES_WITH_EXAMPLES)('%s', async (page) => {
    const output = turn(() => runBlocks(page, examplesOf(page), DATA_DIR, LIMIT_MS));
    await expect(output).resolves.toEqual(expect.any(String));
  });
});

describe('a page with examples', () => {
  const callsTheProduct = (page: string) => examplesOf(page).some(({ text }) => /\bcurl\b/.test(text));

  it.each(PAGES_WITH_EXAMPLES.filter(callsTheProduct))('sets their variables first: %s', (page) => {
    expect(examplesOf(page)[0]?.text).toBe(SETS_VARIABLES);
  });

  it.each(PAGES_WITH_EXAMPLES)('takes addresses from variables: %s', (page) => {
    for (const { text } of examplesOf(page)) expect(text).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  it.each(PAGES)('has no example that is not run: %s', (page) => {
    const blocks = blocksOf(page);
    const others = blocks.filter((block) => !isShell(block) && /^ *(\$ )?curl /m.test(block.text));
    expect(others.map(({ line, language }) => `${page}:${line} ${language}`)).toEqual([]);
    expect(blocks.filter(({ language }) => /^(bash|shell|zsh|console|terminal|sh .+)$/.test(language))).toEqual([]);
  });
});

describe('what is not run', () => {
  it.each(PAGES)('calls nothing of the product: %s', (page) => {
    const blocks = blocksOf(page).filter((block) => isShell(block) && isOfOperators(block));
    expect(blocks.filter(({ text }) => /\bcurl\b/.test(text))).toEqual([]);
  });

  it.each(NOT_RUN)('is there, because $reason: $page', ({ page, part }) => {
    expect(blocksOf(page).filter((block) => isShell(block) && block.text.includes(part))).toHaveLength(1);
  });
});

it('the README names each variable of the examples', async () => {
  const env = { PATH: process.env['PATH'], DATA_DIR };
  const { stdout } = await promisify(execFile)('node', ['scripts/env.mjs'], { cwd: ROOT, env });
  const set = [...stdout.matchAll(/^export (\w+)=/gm)].map(([, name]) => name);
  const table = /### The variables of the examples\n[\s\S]*?\n(\|[\s\S]*?)\n\n/.exec(
    readFileSync(join(ROOT, 'README.md'), 'utf8'),
  );
  const named = (table?.[1] ?? '').split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  expect(named.map(([, name]) => name).sort()).toEqual([...set].sort());
});
