import type { Node } from 'ohm-js';
import { once } from '#libs/core/process';
import { searchGrammar } from './grammar.js';
import { SEARCH_LIMITS, SearchError } from './search.js';

export interface Value {
  text: string;
  position: number;
  isQuoted: boolean;
}

/** Result of the grammar, with positions; what operators mean is not known yet. */
export type SyntaxTree =
  | { kind: 'all' | 'any'; of: SyntaxTree[]; position: number }
  | { kind: 'not'; of: SyntaxTree }
  | { kind: 'words'; value: Value }
  | { kind: 'operator'; name: Value; values: Value[] };

/** @throws SearchError */
export function readSyntax(line: string): SyntaxTree {
  checkDepth(line);
  const match = searchGrammar().match(line);
  if (match.failed()) throw syntaxError(line, match.getRightmostFailurePosition() ?? 0);
  return treeOf(semantics()(match) as unknown as Node);
}

const treeOf = (node: Node): SyntaxTree => node['tree']() as SyntaxTree;

function valueOf(node: Node): Value {
  const { sourceString } = node;
  const isQuoted = /^["']/.test(sourceString);
  const text = isQuoted ? sourceString.slice(1, -1).replaceAll(/\\(.)/gu, '$1') : sourceString;
  return { text, position: node.source.startIdx, isQuoted };
}

function join(kind: 'all' | 'any', list: Node): SyntaxTree {
  const of = list.asIteration().children.map(treeOf);
  return of.length === 1 ? of[0]! : { kind, of, position: list.source.startIdx };
}

const semantics = once(() => {
  const made = searchGrammar().createSemantics();
  made.addOperation<SyntaxTree>('tree', {
    search: (_before, either, _after, _end) =>
      either.children[0] ? treeOf(either.children[0]) : { kind: 'all', of: [], position: 0 },
    either: (list) => join('any', list),
    each: (list) => join('all', list),
    one_not: (_minus, positive) => ({ kind: 'not', of: treeOf(positive) }),
    group: (_open, _before, either, _after, _close) => treeOf(either),
    operator: (name, _colon, values) => ({
      kind: 'operator',
      name: valueOf(name),
      values: values['values']() as Value[],
    }),
    words: (value) => ({ kind: 'words', value: valueOf(value) }),
  });
  made.addOperation<Value[]>('values', {
    values_group: (_open, _before, list, _after, _close) => list.asIteration().children.map(valueOf),
    values_list: (list) => list.asIteration().children.map(valueOf),
  });
  return made;
});

/** Says what is wrong where the grammar could not go on. */
function syntaxError(line: string, position: number): SearchError {
  const found = line[position];
  const before = line[position - 1];
  const open = openQuote(line);
  if (open !== null) return new SearchError(open, 'This quotation mark has no other end');
  if (before === '-') return new SearchError(position - 1, 'A minus stands directly before what it excludes');
  if (before === ':') return new SearchError(position, 'The value stands directly after the colon');
  if (before === ',') return new SearchError(position, 'A value is missing after the comma');
  if (found === ',') return new SearchError(position, 'A value is missing before the comma');
  if (found === ')') return new SearchError(position, 'This parenthesis closes nothing, or nothing stands before it');
  const or = /(?:^|[ (])(OR) *$/d.exec(line.slice(0, position))?.indices?.[1]?.[0];
  if (or !== undefined) return new SearchError(or, 'OR stands between two terms');
  if (/^OR(?:[ ()]|$)/.test(line.slice(position))) return new SearchError(position, 'OR stands between two terms');
  if (found === undefined) return new SearchError(position, 'A parenthesis is not closed');
  return new SearchError(position, 'Between values stands OR or a comma, between terms a space');
}

/** The parser calls itself for what is within parentheses. */
function checkDepth(line: string): void {
  const { depth } = SEARCH_LIMITS;
  let open = 0;
  for (const { found, position } of outsideQuotes(line)) {
    if (found === '(') open += 1;
    else if (found === ')') open -= 1;
    if (open > depth) throw new SearchError(position, `A search has at most ${depth} parentheses within each other`);
  }
}

/** Finds the position of a quotation mark that nothing closes; null if there is none. */
function openQuote(line: string): number | null {
  for (const { found, position } of outsideQuotes(line)) if (found === 'open quote') return position;
  return null;
}

/** The characters outside of quotations, which begin where a word or value does. */
function* outsideQuotes(line: string): Generator<{ found: string; position: number }, void> {
  let isStart = true;
  for (let at = 0; at < line.length; at += 1) {
    const found = line[at]!;
    if (found === '"' || (found === "'" && isStart)) {
      const start = at;
      for (at += 1; at < line.length && line[at] !== found; at += 1) if (line[at] === '\\') at += 1;
      if (at >= line.length) yield { found: 'open quote', position: start };
    } else yield { found, position: at };
    isStart = /[ (,:-]/.test(found);
  }
}
