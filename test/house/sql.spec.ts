import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isOfTests, sourcesIn, type Source } from './sources.js';

const NAME = String.raw`[\w."]+`;
const STATEMENTS = [
  String.raw`select\s[^;]*?(?:\bfrom\b|\()`,
  String.raw`insert into ${NAME}`,
  String.raw`update (?:only )?${NAME}(?: (?:as )?\w+)?\s+set\s`,
  String.raw`delete from ${NAME}`,
  String.raw`with (?:recursive )?\w+(?: ?\([^)]*\))? as (?:(?:not )?materialized )?\(`,
].join('|');
/** A text that is a statement from its beginning on. A condition with a select in it is the query builder's. */
const STATEMENT = new RegExp(String.raw`^\s*(?:${STATEMENTS})`, 'i');
/** Spares most files the parsing. */
const MAYBE = new RegExp(String.raw`\b(?:${STATEMENTS})`, 'i');

/** Files of statements; the tables of libs, which migrations of apps create; and the servers of the launcher. */
const ELSEWHERE = /\.sql\.ts$|(?:^|[/-])(?:schema|tables)\.ts$|^libs\/test\/embedded\//;

/** Lists the statements in the texts of a file, as `file:line: beginning`. */
function statementsIn({ file, text }: Source): string[] {
  if (!MAYBE.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    const statement = isText ? STATEMENT.exec(node.getText(source).slice(1, -1)) : null;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    if (statement) found.push(`${file}:${line + 1}: ${statement[0].trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('a statement of SQL', () => {
  const at = (text: string) => statementsIn({ file: 'a.ts', text });

  it.each([
    `const A = 'select id from contact';`,
    `const A = "select set_config('a', $1, true)";`,
    'const A = `\n  select id,\n    ${B} from contact`;',
    'const A = `insert into contact (id) values ($1)`;',
    `tx.query('update contact set name = $1');`,
    `tx.query('update contact c set name = $1');`,
    `tx.query('DELETE FROM contact');`,
    'many(tx, `with old as (select id from contact) select count(*) from old`);',
    'many(tx, `with recursive old (id) as materialized (select 1) ${REST}`);',
  ])('is in %j', (code) => {
    expect(at(`${code}\n`)).toEqual([expect.stringMatching(/^a\.ts:1: \w+ /)]);
    expect(at(`\n// Why\n${code}`)).toEqual([expect.stringMatching(/^a\.ts:3: \w+ /)]);
  });

  it.each([
    `// select id from contact`,
    `/* insert into contact */ const A = 1;`,
    `builder.select('id').from('contact').where('id in (select id from other)');`,
    `const MESSAGE = 'Select a file, or update the set';`,
    'const CSS = `select option{color:red}`;',
  ])('is not in %j', (code) => {
    expect(at(code)).toEqual([]);
  });

  it('stands in a file `*.sql.ts` or is a migration', () => {
    const sources = sourcesIn(['apps', 'libs'], /^(?:apps|libs)\/[^/]+\/src\/.*\.ts$/).filter(
      ({ file }) => !isOfTests(file) && !ELSEWHERE.test(file),
    );
    expect(sources.length).toBeGreaterThan(1_000);
    expect(
      sources.flatMap(statementsIn),
      'Move it into a file `*.sql.ts` of the feature, as a constant or a function with a name',
    ).toEqual([]);
  });
});
