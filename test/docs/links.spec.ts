import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

function pages(): string[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  return ['README.md', ...docs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];
}

/** Where the links of a page lead within the project: a file, and the heading in it if one is named. */
function linksOf(page: string): { file: string; heading?: string }[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, target = '']) => {
    const [path = '', heading] = target.split('#');
    return { file: path ? join(ROOT, dirname(page), path) : join(ROOT, page), heading };
  });
}

/** The anchors that a page has, as the usual viewers make them of its headings. */
function headingsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documentation', () => {
  it.each(pages())('%s links to what is there', (page) => {
    for (const { file, heading } of linksOf(page)) {
      const name = relative(ROOT, file);
      expect(existsSync(file), name).toBe(true);
      if (heading) expect(headingsOf(file), name).toContain(heading);
    }
  });

  it('has every page one link away from the first', () => {
    const linked = linksOf('README.md').map(({ file }) => relative(ROOT, file));
    const subjects = pages().filter((page) => /^docs\/[^/]+$/.test(page));
    expect(subjects.filter((page) => !linked.includes(page))).toEqual([]);
  });
});
