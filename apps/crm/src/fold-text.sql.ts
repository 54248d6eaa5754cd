/** Characters that `\s` has in a regular expression of JavaScript, as Postgres writes them. */
const SPACES = String.raw`[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`;
const APOSTROPHES = `'’‘ʼ´\``;
const LAST_CODE_POINT = 0x10ffff;

/** The ranges of code points that are marks, for a class of a regular expression. */
function marks(): string {
  const isMark = (code: number) => /\p{M}/u.test(String.fromCodePoint(code));
  const escape = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`;
  const ranges: string[] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    if (!isMark(code)) continue;
    const first = code;
    while (code < LAST_CODE_POINT && isMark(code + 1)) code += 1;
    ranges.push(first === code ? escape(first) : `${escape(first)}-${escape(code)}`);
  }
  return ranges.join('');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The function `fold_text(text)`, which folds as `foldText` does: for conditions on texts of which no folded copy is stored. Most texts are
 * plain ASCII and take the short way, which Postgres writes into the statement.
 */
export const foldTextSql = (): string[] => [
  `create or replace function fold_other_text(given text) returns text
     language sql immutable parallel safe strict
     return btrim(regexp_replace(
       replace(replace(replace(replace(translate(
         lower(regexp_replace(normalize(translate(given, ${quoted(APOSTROPHES)}, ''), NFKD), ${quoted(`[${marks()}]+`)}, '', 'g')
           collate "pg_unicode_fast"),
         'łøđðıħŧ', 'loddiht'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
       ${quoted(SPACES)}, ' ', 'g'))`,
  `create or replace function fold_text(given text) returns text
     language sql immutable parallel safe
     return case when given ~ '[^ -&(-_a-~]|  |^ | $' then fold_other_text(given) else lower(given collate "C") end`,
];

export const DROP_FOLD_TEXT = ['drop function fold_text(text)', 'drop function fold_other_text(text)'];
