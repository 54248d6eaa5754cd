import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsPages, readPage, ROOT, withoutBlocks } from '../support/docs-pages.js';

const CONTENTS = 'docs/README.md';
const INDEX_OF_DECISIONS = 'docs/decisions/README.md';

/** Target of a link within the project: a file below the root, and the heading in it if one is named. */
interface Link {
  file: string;
  heading?: string;
}

function linksOf(page: string): Link[] {
  const text = withoutBlocks(readPage(page)).replace(/`[^`\n]*`/g, '');
  const inline = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]: (?!https?:|mailto:)(\S+)/gm)];
  return [...inline, ...references].map(([, target = '']) => {
    const [path = '', heading] = target.split('#');
    return { file: path ? relative(ROOT, join(ROOT, dirname(page), path)) : page, heading };
  });
}

/** The anchors of a page, as the usual viewers make them: a heading that comes again gets a number. */
function headingsOf(page: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutBlocks(readPage(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

const linked = (page: string): string[] => linksOf(page).map(({ file }) => file);

describe('the documentation', () => {
  it.each(['NOTICE.md', ...docsPages()])('%s links to what is there', (page) => {
    for (const { file, heading } of linksOf(page)) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      if (heading) expect(headingsOf(file), file).toContain(heading);
    }
  });

  it('has every page in its table of contents, or in the index of decisions', () => {
    const listed = new Set([...linked(CONTENTS), ...linked(INDEX_OF_DECISIONS)]);
    expect(docsPages().filter((page) => page !== CONTENTS && !listed.has(page))).toEqual([]);
  });

  it('has its table of contents one link away from the README, whose own list is short', () => {
    expect(linked('README.md')).toContain(CONTENTS);
    const next = readPage('README.md').split('**Next:**')[1]?.split('\n## ')[0] ?? '';
    expect(next.trim().split('\n').length).toBeLessThanOrEqual(10);
  });
});
