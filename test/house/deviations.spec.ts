import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPage, ROOT } from '../support/docs-pages.js';
import { isOfTests, sourcesIn } from './sources.js';

const PAGE = 'docs/deviations.md';
const MODULE = /\b(?:from|import|require|resolve|mock|lazyPackage(?:<[^(]*>)?)\s*\(?\s*['"]([^'"\n]+)['"]/g;
const SUBPATH = /^((?:@[a-z][^/]*\/)?[a-z][^/:]*)\/(.+)$/;
/** A method of a class of others that is replaced for the whole process, or metadata under a name that a package made up. */
const PATCH = /\bprototype\.\w+ = |MetadataKey?\(\s*['"]|['"](?:swagger|graphql)[:/]\w+['"]/;

/** Whether a module is a part of a package that the package does not offer by this name. */
function isInternal(module: string): boolean {
  const [, name = '', path = ''] = SUBPATH.exec(module) ?? [];
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  if (name === '' || !existsSync(manifest)) return false;
  const { exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: Record<string, unknown> };
  return !Object.keys(exports).some((offered) => isOffered(`./${path}`, offered));
}

/** Whether a path is one that a package exports; `*` in the export stands for anything. */
function isOffered(path: string, offered: string): boolean {
  const [before = '', after] = offered.split('*');
  // A package that exports everything offers nothing.
  if (after === undefined || before === './') return path === offered;
  return path.startsWith(before) && path.endsWith(after);
}

const internalIn = (text: string): string[] =>
  [...text.matchAll(MODULE)].map(([, module = '']) => module).filter(isInternal);

describe('a part of a package', () => {
  it.each([
    `import { MessageParser } from 'mailauth/lib/dkim/message-parser.js';`,
    `import type { Field } from "typeorm/metadata/ColumnMetadata.js";`,
    `const { METHOD_METADATA } = await import('@nestjs/common/constants.js');`,
    `const { MessageParser } = require('mailauth/lib/dkim/message-parser.js');`,
    `require.resolve('axe-core/axe.min.js')`,
    `lazyPackage<string[]>('class-transformer/cjs/storage.js')`,
    `vi.mock('bull/lib/queue.js')`,
    `export { Layer } from 'express/lib/application.js';`,
  ])('is internal in %s', (code) => {
    expect(internalIn(code)).toHaveLength(1);
  });

  it.each([
    `import { authenticate } from 'mailauth';`,
    `import { Injectable } from '@nestjs/common';`,
    `import type * as PhoneNumbers from 'libphonenumber-js/min';`,
    `import '@mantine/core/styles/Button.css';`,
    `import { readFile } from 'node:fs/promises';`,
    `import { DispatchError } from '#libs/core/jobs';`,
    `import { sources } from './lib/sources.js';`,
  ])('is not internal in %s', (code) => {
    expect(internalIn(code)).toEqual([]);
  });
});

describe(`the page ${PAGE}`, () => {
  const page = readPage(PAGE);
  const sources = sourcesIn(['apps', 'libs', 'scripts', 'test', 'bench'], /\.(?:ts|mjs|cjs)$/).filter(
    ({ file }) => file !== 'test/house/deviations.spec.ts',
  );

  it('lists every internal part of a package that the project uses, and no other', () => {
    expect(sources.length).toBeGreaterThan(1_000);
    const used = new Set(sources.flatMap(({ text }) => internalIn(text)));
    const listed = [...page.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter(isInternal);
    expect(
      [...used].filter((module) => !listed.includes(module)).toSorted(),
      `Use what the package exports, or say why not`,
    ).toEqual([]);
    expect(
      listed.filter((module) => !used.has(module)),
      'Nothing uses them any more',
    ).toEqual([]);
  });

  it('links every file that replaces methods of others or reads names that a package made up', () => {
    const patching = sources.filter(
      ({ file, text }) => /^(?:apps|libs)\//.test(file) && !isOfTests(file) && PATCH.test(text),
    );
    expect(patching.length).toBeGreaterThan(2);
    const unlisted = patching.map(({ file }) => file).filter((file) => !page.includes(`](../${file})`));
    expect(unlisted, 'Add a line to the page').toEqual([]);
  });
});
