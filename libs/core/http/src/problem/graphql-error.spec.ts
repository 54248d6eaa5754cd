import { buildSchema, type GraphQLFormattedError, graphql, GraphQLError, type GraphQLObjectType } from 'graphql';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logger } from '#libs/core/observability';
import { graphqlErrors, invalidField, portugueseEnvelope, Problem, refusal } from '../index.js';

const SCHEMA = `
  input ColumnInput { nome: String! largura: Int }
  input FormInput { nome: String campos: [ColumnInput!] }
  type Query { forms(first: Int): String }
  type Mutation { updateForm(id: ID!, input: FormInput!): String }
`;

const REJECTED = { code: 'BAD_USER_INPUT' };

/** The errors of a query, whose resolvers throw, as an app answers them. */
async function errorsOf(source: string, thrown: Error, variableValues: Record<string, unknown> = {}) {
  const schema = buildSchema(SCHEMA);
  for (const type of [schema.getQueryType(), schema.getMutationType()] as GraphQLObjectType[])
    for (const field of Object.values(type.getFields()))
      field.resolve = () => {
        throw thrown;
      };
  const { errors = [] } = await graphql({ schema, source, variableValues });
  const show = graphqlErrors(portugueseEnvelope({}, { caminho_em_uso: 'PathInUse' }));
  // Apollo gives an error of a variable this code.
  const coded = (error: GraphQLError) => (error.path ? error.toJSON() : { ...error.toJSON(), extensions: REJECTED });
  return errors.map((error): GraphQLFormattedError => show(coded(error), error));
}

const UPDATE = 'mutation ($input: FormInput!) { updateForm(id: "1", input: $input) }';
const update = async (thrown: Error, input: object = {}) => (await errorsOf(UPDATE, thrown, { input }))[0]?.extensions;

// Errors of ours are logged.
beforeEach(() => void vi.spyOn(logger, 'error').mockReturnValue());

describe('the fields of an error', () => {
  it('have their path from the arguments, the first one also by itself', async () => {
    const details = [
      { Field: 'campos[0].nome', Message: 'nome must be shorter than or equal to 80 characters' },
      { Field: 'campos[1].largura', Message: 'largura must not be less than 1' },
      { Field: 'extra', Message: 'property extra should not exist' },
      { Field: 'nome', Message: 'nome must be a text that nobody knows' },
    ];
    expect(await update(new Problem('ValidationError', { details }))).toMatchObject({
      code: 'ValidationError',
      campo: 'campos[0].nome',
      details,
      field: 'input.campos[0].nome',
      fields: [
        { field: 'input.campos[0].nome', code: 'TooLong', message: details[0]?.Message },
        { field: 'input.campos[1].largura', code: 'TooSmall' },
        { field: 'input.extra', code: 'UnknownField' },
        { field: 'input.nome', code: 'ValidationError' },
      ],
    });
  });

  it('are an argument itself where they are one', async () => {
    expect(await update(invalidField('NotFound', 'id', 'is not that of a form'))).toMatchObject({ field: 'id' });
    const [error] = await errorsOf('{ forms(first: 0) }', invalidField('InvalidParameter', 'first', 'must be more'));
    expect(error?.extensions).toMatchObject({ code: 'InvalidParameter', field: 'first', fields: [{ field: 'first' }] });
  });

  it('are there without details, too', async () => {
    const problem = refusal('Conflict', { erro: 'O nome está em uso.', campo: 'nome' });
    expect(await update(problem)).toMatchObject({
      code: 'Conflict',
      campo: 'nome',
      field: 'input.nome',
      fields: [{ field: 'input.nome', code: 'Conflict', message: 'O nome está em uso.' }],
    });
  });

  it('are none in an error that is about no field', async () => {
    expect(await update(new Problem('NotFound'))).toEqual({ code: 'NotFound' });
  });

  it.each([
    [{ campos: [{ nome: 1 }] }, 'input.campos[0].nome'],
    [{ campos: [{ nome: 'a' }, { largura: 1 }] }, 'input.campos[1].nome'],
    [{ surprise: 1 }, 'input.surprise'],
    [{ nome: 'x at "other"; Field "y" is not defined', campos: 'z' }, 'input.campos'],
    [null, 'input'],
  ])('are that of the variable %j which the library rejects', async (input, field) => {
    const [error] = await errorsOf(UPDATE, new Error('not called'), { input });
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field, fields: [{ field }] });
  });
});

describe('the code of an error', () => {
  it('is an English one, and the word of REST stays beside it', async () => {
    const taken = refusal('Conflict', { erro: 'caminho_em_uso', mensagem: 'O caminho está em uso.', campo: 'caminho' });
    expect(await update(taken)).toMatchObject({ code: 'PathInUse', erro: 'caminho_em_uso', field: 'input.caminho' });
  });
});

describe('an error that passes', () => {
  it('says in how many seconds', async () => {
    const later = new Problem('Throttling', { headers: { 'Retry-After': '12' } });
    expect(await update(later)).toEqual({ code: 'Throttling', retryAfter: 12 });
    expect(await update(new Problem('ServiceUnavailable'))).toEqual({ code: 'ServiceUnavailable' });
  });
});

describe('an error that is none of ours', () => {
  it('keeps its text to itself', async () => {
    const [error] = await errorsOf('{ forms }', new GraphQLError('a driver', { originalError: new Error('a driver') }));
    expect(error).toMatchObject({ message: 'Falha interna.', extensions: { code: 'InternalError' } });
  });
});
