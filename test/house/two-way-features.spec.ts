import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOfTests, sourcesIn, type Source } from './sources.js';

/** The text after `from`, `import` or `import(`, also of a type. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** The app, the feature, and the file in it; undefined for a file that is in no feature. */
const placeOf = (file: string) => /^apps\/(?<app>[^/]+)\/src\/(?<feature>[^/]+)\/./.exec(file)?.groups;

/** Lists the pairs of features of one app that import each other, as `app: one, other`. */
function pairsIn(sources: readonly Source[]): string[] {
  const imports = new Set<string>();
  for (const { file, text } of sources.filter((source) => !isOfTests(source.file))) {
    const from = placeOf(file);
    for (const [, path = ''] of text.matchAll(IMPORT)) {
      const to = placeOf(join(dirname(file), path));
      if (from && to && from.app === to.app && from.feature !== to.feature)
        imports.add(`${from.app}: ${from.feature}, ${to.feature}`);
    }
  }
  const reverse = (pair: string) => pair.replace(/: (.*), (.*)/, ': $2, $1');
  return [...imports].filter((pair) => pair < reverse(pair) && imports.has(reverse(pair))).sort();
}

describe('features of an app', () => {
  const file = (path: string, ...lines: string[]): Source => ({ file: `apps/${path}.ts`, text: lines.join('\n') });

  it.each([
    `import { B } from '../b/deep/b.js';`,
    `import type { B } from '../b/b.js';`,
    `export * from '../b/b.js';`,
    `import '../b/b.js';`,
    `const { B } = await import('../b/b.js');`,
  ])('import each other by %s', (line) => {
    expect(pairsIn([file('x/src/a/a', line), file('x/src/b/deep/b', `import { A } from '../../a/a.js';`)])).toEqual([
      'x: a, b',
    ]);
  });

  it('do not by an import of one way, of a spec, of a module of the app, or of another app', () => {
    const b = file('x/src/b/b', `import { A } from '../a/a.js';`, `import { C } from './c.js';`);
    expect(pairsIn([b, file('x/src/a/a', `import { D } from './d.js';`)])).toEqual([]);
    expect(pairsIn([b, file('x/src/a/a.spec', `import { B } from '../b/b.js';`)])).toEqual([]);
    expect(pairsIn([b, file('x/src/app.module', `import { B } from './b/b.js';`)])).toEqual([]);
    expect(pairsIn([b, file('y/src/a/a', `import { B } from '../b/b.js';`)])).toEqual([]);
  });

  it('know each other one way', () => {
    const sources = sourcesIn(['apps'], /^apps\/[^/]+\/src\/.*\.ts$/);
    expect(sources.length).toBeGreaterThan(1_000);
    expect(
      pairsIn(sources),
      'One of the two should not import the other: move what both need to the feature that owns it, or let the lower one ' +
        'declare an interface that the upper one registers for',
    ).toEqual([]);
  });
});
