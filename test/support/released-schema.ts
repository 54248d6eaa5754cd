import { createHash } from 'node:crypto';
import {
  type ASTNode,
  buildSchema,
  type DefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import { allowedValuesIn } from './schema-breaks.js';

const MISFIT =
  'schema.released.diff and schema.graphql do not give the released schema: take both from the last commit in which this ' +
  'test passed, and run it with -u';

/**
 * The released schema, from the checked-in one and the content of schema.released.diff. The hash in it makes sure that nothing
 * gets lost when someone changes the two by hand.
 */
export function releasedSchema(checkedIn: GraphQLSchema, difference: string): GraphQLSchema {
  const [hash, ...changes] = difference.trimEnd().split('\n');
  const other = changes.find((change) => !/^[+-] /.test(change));
  if (other !== undefined)
    throw new Error(`schema.released.diff has a line that begins with neither - nor +: ${other}`);
  const startingWith = (sign: string) =>
    changes.filter((change) => change.startsWith(sign)).map((line) => line.slice(2));
  const [gone, added] = [startingWith('-'), new Set(startingWith('+'))];
  const isNew = memberOfNewType(gone, added);
  const lines = new Set([...linesOf(checkedIn).filter((line) => !added.has(line) && !isNew(line)), ...gone]);
  if (hash !== hashOf(lines)) throw new Error(MISFIT);
  return buildSchema(definitionsFrom(lines));
}

/**
 * Content of schema.released.diff: a hash of the released schema, and the lines that only it (-) or only the current one (+) has. A new
 * type is one line.
 */
export function differenceFrom(released: GraphQLSchema, current: GraphQLSchema): string {
  const before = new Set(linesOf(released));
  const after = new Set(linesOf(current));
  const isNew = memberOfNewType(before, after);
  const changed = [...before, ...after].filter((line) => before.has(line) !== after.has(line) && !isNew(line));
  const changes = changed.toSorted().map((line) => `${before.has(line) ? '-' : '+'} ${line}`);
  return [hashOf(before), ...changes, ''].join('\n');
}

/** Content of schema.released.diff when `current` is released. */
export function releaseOf(current: GraphQLSchema): string {
  return differenceFrom(current, current);
}

/** Whether a line is a member of a type that only `after` defines. */
function memberOfNewType(before: Iterable<string>, after: Iterable<string>): (line: string) => boolean {
  const known = new Set([...before].map(definedBy));
  const types = new Set([...after].map(definedBy).filter((name) => !known.has(name)));
  return (line) => {
    const member = memberOf(line);
    return member !== undefined && types.has(member.type);
  };
}

/** Name of the type that a line defines. */
const definedBy = (line: string): string | undefined => (memberOf(line) ? undefined : line.split(' ')[1]);

/** Type and text of a line that is a member of a type. */
function memberOf(line: string): { type: string; text: string } | undefined {
  const [, type, text] = /^(\w+)\.(.*)$/.exec(line) ?? [];
  return type === undefined || text === undefined ? undefined : { type, text };
}

function hashOf(lines: ReadonlySet<string>): string {
  const text = [...lines].toSorted().join('\n');
  return `sha256 ${createHash('sha256').update(text).digest('hex')}`;
}

/** Lists what can break a query, as lines such as `type Note implements Node` and `Note.name: String`. */
function linesOf(schema: GraphQLSchema): string[] {
  const { definitions } = visit(parse(printSchema(schema)), { enter: withoutWords });
  return definitions.flatMap(definitionLines);
}

function definitionLines(definition: DefinitionNode): string[] {
  const name = 'name' in definition ? definition.name?.value : undefined;
  const members: readonly ASTNode[] =
    ('fields' in definition ? definition.fields : 'values' in definition ? definition.values : undefined) ?? [];
  return [
    oneLine({ ...definition, ...(members.length > 0 && { fields: [], values: [] }) } as DefinitionNode),
    ...members.map((member) => `${name}.${oneLine(member)}`),
  ];
}

function oneLine(node: ASTNode): string {
  return print(node).replaceAll(/\s*\n\s*/g, ' ');
}

/** Drops descriptions, but for the values that an input takes, and deprecations. */
function withoutWords(node: ASTNode): ASTNode | null | undefined {
  if (node.kind === 'Directive' && node.name.value === 'deprecated') return null;
  if (!('description' in node) || node.description === undefined) return undefined;
  const { description, ...rest } = node as InputValueDefinitionNode;
  const values = node.kind === 'InputValueDefinition' ? allowedValuesIn(description?.value) : [];
  return values.length > 1 && description
    ? { ...rest, description: { ...description, value: values.join(' | '), block: false } }
    : rest;
}

function definitionsFrom(lines: ReadonlySet<string>): string {
  const members = new Map<string, string[]>();
  const headers: string[] = [];
  for (const line of lines) {
    const member = memberOf(line);
    if (member) members.set(member.type, [...(members.get(member.type) ?? []), member.text]);
    else headers.push(line);
  }
  const definitions = headers.map((header) => {
    const own = members.get(definedBy(header) ?? '');
    return own ? `${header} {\n${own.join('\n')}\n}` : header;
  });
  return definitions.join('\n');
}
