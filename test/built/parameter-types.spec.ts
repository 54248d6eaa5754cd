import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, getNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';

/** A parameter of a handler as the built product declares it. */
interface Parameter {
  file: string;
  app: string;
  class: string;
  method: string;
  index: number;
  kind: 'body' | 'query';
  /** Name of the argument or the query parameter; undefined for all of them. */
  name?: string;
  /** Whether a pipe of its own makes its value. */
  hasPipe: boolean;
  /** The type in the metadata of the compiler. */
  type?: string;
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Types in the metadata that say nothing of the class: the validation pipe passes them. */
const ANY = new Set([undefined, 'Function', 'Object', 'Array', 'String', 'Number', 'Boolean', 'Buffer']);

/** The body is read by its channel, with the pipe in the service. */
const READ_ELSEWHERE = new Set(['DashboardSendController.send']);
/** Bodies of other services' clients are read field by field (`TheirFields`), since those ignore what they do not know. */
const READ_BY_FIELD = 'apps/platform/src/compatibility/';

let parameters: Parameter[];

beforeAll(async () => {
  const args = [join(ROOT, 'test/built/parameter-types.mjs')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  parameters = JSON.parse(stdout) as Parameter[];
}, 0);

const handlerOf = (parameter: Parameter): string => `${parameter.class}.${parameter.method}`;
const shown = (parameter: Parameter): string =>
  `${handlerOf(parameter)}(${parameter.index}): ${parameter.type ?? 'nothing'}`;

describe('the built product', () => {
  it('declares a class for every body, query and set of arguments', () => {
    const whole = parameters.filter(({ name }) => name === undefined);
    expect(whole.length).toBeGreaterThan(300);
    const ours = whole.filter(({ file }) => !file.startsWith(READ_BY_FIELD));
    expect(ours.length).toBeLessThan(whole.length);
    const unknown = ours.filter((one) => ANY.has(one.type) && !READ_ELSEWHERE.has(handlerOf(one)));
    expect(unknown.map(shown)).toEqual([]);
  });

  it('declares a class for every argument that is an input of GraphQL', () => {
    const inputs = parameters.filter(isInput);
    expect(inputs.length).toBeGreaterThan(100);
    expect(inputs.filter(({ type }) => ANY.has(type)).map(shown)).toEqual([]);
  });

  it('declares Function only for what a pipe of the parameter makes', () => {
    const imported = parameters.filter(({ type }) => type === 'Function');
    expect(imported.filter(({ hasPipe }) => !hasPipe).map(shown)).toEqual([]);
  });

  it('declares no class for a scalar, which the validation pipe would take for a body', () => {
    const scalars = parameters.filter(({ kind, name, app }) => kind === 'body' && name !== undefined && hasSchema(app));
    const wrong = scalars.filter((one) => !isInput(one) && !ANY.has(one.type));
    expect(wrong.map(shown)).toEqual([]);
  });
});

const schemas = new Map<string, GraphQLSchema | undefined>();

function schemaOf(app: string): GraphQLSchema | undefined {
  if (!schemas.has(app)) schemas.set(app, readSchema(app));
  return schemas.get(app);
}

function readSchema(app: string): GraphQLSchema | undefined {
  try {
    return buildSchema(readFileSync(join(ROOT, 'apps', app, 'schema.graphql'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

const hasSchema = (app: string): boolean => schemaOf(app) !== undefined;

/** Whether it is an argument whose type in the app's schema is an input; the field has the name of the method. */
function isInput({ app, method, name }: Parameter): boolean {
  const schema = schemaOf(app);
  const fields = { ...schema?.getQueryType()?.getFields(), ...schema?.getMutationType()?.getFields() };
  const argument = fields[method]?.args.find((one) => one.name === name);
  return argument !== undefined && isInputObjectType(getNamedType(argument.type));
}
