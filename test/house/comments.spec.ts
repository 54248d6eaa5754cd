import { describe, expect, it } from 'vitest';
import { sourcesIn, type Source } from './sources.js';

const OPENING = /\/\*\*\s*(?:\*\s*)?(?:Of|By|What|Whose|Those|Where|Which|That)\b[^\n]*/g;

const INSTEAD =
  'A doc comment begins with a verb or a noun that the next line does not have, such as "Returns …", "Deletes …" or ' +
  '"Color of the button". Not "Of the button", "What a check found", "Where pages ask for fonts"';

/** Lists the doc comments that begin with one of the words, as `file:line: comment`. */
function badlyBegun({ file, text }: Source): string[] {
  return [...text.matchAll(OPENING)].map(({ 0: comment, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line}: ${comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ')}`;
  });
}

const scriptsIn = (...folders: string[]): Source[] => sourcesIn(folders, /\.(?:ts|mjs|cjs)$/);

describe('a doc comment', () => {
  // Written in two parts, since this file is checked as well.
  const at = (...lines: string[]) => badlyBegun({ file: 'a.ts', text: ['const a = 1;', ...lines].join('\n') });

  it.each(['Of', 'By', 'What', 'Whose', 'Those', 'Where', 'Which', 'That'])('does not begin with %s', (word) => {
    expect(at(`/*${'*'} ${word} the button. */`)).toEqual([`a.ts:2: /** ${word} the button. */`]);
    expect(at('', `  /*${'*'}`, `   * ${word} the button`, '   * is.', '   */')).toEqual([
      `a.ts:3: /** ${word} the button`,
    ]);
  });

  it('may have the words later, or begin with a longer one', () => {
    expect(at('/** Color of the button, by which it is found. */', '/** Offers. */', '/** Bytes. */')).toEqual([]);
    expect(at('/**', ' * Color', ' * Of the button', ' */', '// Of the button', '/* Of the button */')).toEqual([]);
  });

  it('begins with a verb or a noun', () => {
    const sources = scriptsIn('apps', 'libs', 'packages', 'test', 'scripts', 'bench');
    expect(sources.length).toBeGreaterThan(3_000);
    expect(sources.flatMap(badlyBegun), INSTEAD).toEqual([]);
  });
});
