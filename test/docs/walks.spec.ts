import { describe, expect, it } from 'vitest';
import { CodeIndex, hasWord } from '../support/code-index.js';
import { readPage } from '../support/docs-pages.js';

const PAGE = 'docs/walks.md';
const code = new CodeIndex();

interface Step {
  /** The file as the table has it, and below the root. */
  name: string;
  file: string;
  /** Text of the step about the file. */
  text: string;
}

/** The rows of the tables whose second column is a file, with the folder that the text before the table names. */
function steps(): Step[] {
  let folder = '';
  return readPage(PAGE)
    .split('\n')
    .flatMap((line): Step | [] => {
      const named = /`((?:apps|libs)\/[\w/-]+)`[,:]/.exec(line)?.[1];
      if (named && !line.startsWith('|')) folder = named;
      const [, number, name, text] = /^\| (\d+)\s*\| `([^`]+)`\s*\| (.+) \|$/.exec(line) ?? [];
      if (!number || !name || !text) return [];
      return { name, file: /^(?:apps|libs)\//.test(name) ? name : `${folder}/${name}`, text };
    });
}

/** Functions, methods and classes that a step names; those with a file beside them are elsewhere. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`@?([A-Za-z_]\w*)`(?! \(`)/g)].map(([, name = '']) => name);
}

describe('a step of a walk', () => {
  it.each(steps())('$name names what is in the file', ({ file, text }) => {
    const content = code.codeOf(file);
    expect(content, file).not.toBe('');
    expect(namesIn(text).filter((name) => !hasWord(content, name))).toEqual([]);
  });

  it('is read from every walk', () => {
    expect(steps().length).toBeGreaterThan(50);
  });
});
