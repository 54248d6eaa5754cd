import type { OpenAPIObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { addRequestExamples, BODY_EXAMPLE } from './request-examples.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

/** The example that a body of this schema gets. */
function exampleOf(
  schema: object,
  more: { schemas?: object; type?: string; own?: object; media?: object } = {},
): unknown {
  const type = more.type ?? 'application/json';
  const operation = {
    responses: {},
    requestBody: { content: { [type]: { schema, ...more.media } } },
    ...(more.own && { [BODY_EXAMPLE]: more.own }),
  } as unknown as Operation;
  const document = { components: { schemas: more.schemas ?? {} } } as unknown as OpenAPIObject;
  addRequestExamples(document, [operation]);
  expect(operation).not.toHaveProperty(BODY_EXAMPLE);
  return (operation as unknown as { requestBody: { content: Record<string, { example: unknown }> } }).requestBody
    .content[type]?.example;
}

const NAME = { type: 'string', example: 'Ana' };
const CITY = { type: 'string' };

describe('the example of a request body', () => {
  it('has the required fields, each with its own example', () => {
    const schema = {
      type: 'object',
      required: ['Name'],
      properties: { Name: NAME, City: { ...CITY, example: 'Porto' } },
    };
    expect(exampleOf(schema)).toEqual({ Name: 'Ana' });
  });

  it('has the fields with an example where none is required, or else one field', () => {
    expect(exampleOf({ type: 'object', properties: { City: CITY, Name: NAME } })).toEqual({ Name: 'Ana' });
    expect(exampleOf({ type: 'object', properties: { On: { type: 'boolean' }, City: CITY } })).toEqual({ On: true });
    expect(exampleOf({ type: 'object', properties: {} })).toEqual({});
  });

  it('is that of the operation, or of the media type, before any other', () => {
    const schema = { type: 'object', required: ['Name'], properties: { Name: NAME } };
    expect(exampleOf(schema, { own: { Name: 'Bia' } })).toEqual({ Name: 'Bia' });
    expect(exampleOf(schema, { own: { Name: 'Bia' }, media: { example: { Name: 'Caio' } } })).toEqual({ Name: 'Caio' });
  });

  it('follows references, beside which a field may have its own example', () => {
    const schemas = { Person: { type: 'object', required: ['Name'], properties: { Name: NAME } } };
    const reference = { $ref: '#/components/schemas/Person' };
    const properties = {
      Owner: reference,
      Others: { type: 'array', items: reference },
      Last: { allOf: [reference], description: 'x' },
      Best: { allOf: [reference], example: { Name: 'Eva' } },
    };
    const person = { Name: 'Ana' };
    expect(exampleOf({ type: 'object', required: Object.keys(properties), properties }, { schemas })).toEqual({
      Owner: person,
      Others: [person],
      Last: person,
      Best: { Name: 'Eva' },
    });
  });

  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', enum: ['a', 'b'] }, 'a'],
    [{ type: 'string', default: 'c' }, 'c'],
    [{ type: 'integer' }, 1],
    [{ type: 'integer', minimum: 60 }, 60],
    [{ type: 'number', minimum: 0 }, 1],
    [{ type: 'boolean' }, true],
    [{ type: 'object' }, {}],
    [{ type: 'array' }, []],
    [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
    [{ anyOf: [{ type: 'string' }] }, 'text'],
  ])('of a field without one follows from its schema: %j', (schema, expected) => {
    expect(exampleOf({ type: 'object', required: ['X'], properties: { X: schema } })).toEqual({ X: expected });
  });

  it('is there for files, too', () => {
    const file = { type: 'string', format: 'binary' };
    expect(exampleOf(file, { type: 'image/*' })).toEqual(expect.any(String));
    const form = { type: 'object', required: ['file'], properties: { file } };
    expect(exampleOf(form, { type: 'multipart/form-data' })).toEqual({ file: expect.any(String) });
  });
});
