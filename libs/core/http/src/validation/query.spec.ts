import { describe, expect, it } from 'vitest';
import {
  MayBeAbsent,
  PageLimit,
  QueryBoolean,
  QueryEnum,
  QueryInteger,
  QueryText,
  QueryTimestamp,
  QueryUuid,
  Text,
  Uuid,
} from '../fields/index.js';
import { type Problem } from '../problem/problem.js';
import { CompiledValidationPipe } from './validation-pipe.js';

class ListQuery {
  @PageLimit(200) limit: number;
  @QueryInteger({ min: 0, max: 1_000_000 }) cursor?: number;
  @QueryEnum(['queued', 'sent']) status?: string;
  @QueryText({ max: 10 }) q?: string;
  @QueryBoolean({ default: false }) hidden: boolean;
  @QueryTimestamp() from?: string;
  @QueryUuid() folder?: string;
}

class NoQuery {}

class RequiredQuery {
  @QueryText({ max: 5, required: true }) name: string;
}

class Body {
  @Text({ max: 5 }) a: string;
  @MayBeAbsent() @Uuid() id?: string;
}

const pipe = new CompiledValidationPipe({ rejectsUnknownParameters: true });
const lenient = new CompiledValidationPipe({});
const validate = (value: unknown, metatype: new () => object = ListQuery, by = pipe): unknown =>
  by.transform(value, { type: 'query', metatype });

function invalid(value: unknown, metatype?: new () => object): Problem {
  try {
    validate(value, metatype);
  } catch (error) {
    return error as Problem;
  }
  throw new Error('the query was accepted');
}

describe('query parameters', () => {
  it('are converted to the types of their fields, with defaults for absent ones', () => {
    expect(validate({ cursor: '7', hidden: 'true', status: 'sent' })).toEqual({
      limit: 50,
      cursor: 7,
      hidden: true,
      status: 'sent',
    });
  });

  it.each([
    [{ limit: '-1' }, 'limit'],
    [{ limit: 'abc' }, 'limit'],
    [{ limit: '' }, 'limit'],
    [{ limit: '1e2' }, 'limit'],
    [{ limit: '99999999999999999999' }, 'limit'],
    [{ limit: ['1', '2'] }, 'limit'],
    [{ cursor: 'garbage' }, 'cursor'],
    [{ status: 'lost' }, 'status'],
    [{ hidden: '1' }, 'hidden'],
    [{ q: 'a\u0000b' }, 'q'],
    [{ q: 'far too long' }, 'q'],
    [{ from: '2026-02-30T00:00:00Z' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ folder: 'inbox' }, 'folder'],
    [{ contract_check_unknown: '1' }, 'contract_check_unknown'],
  ])('are rejected with 422 and their name: %j', (query, name) => {
    const problem = invalid(query);
    expect([problem.code, problem.status]).toEqual(['InvalidParameter', 422]);
    expect(problem.details?.[0]?.Field).toBe(name);
    expect(problem.message).toContain(name);
  });

  it('may be required', () => {
    expect(invalid({}, RequiredQuery).details?.[0]?.Field).toBe('name');
    expect(validate({ name: 'x' }, RequiredQuery)).toEqual({ name: 'x' });
  });

  it('are all rejected if the route has none', () => {
    expect(validate({}, NoQuery)).toEqual({});
    expect(invalid({ x: '1' }, NoQuery).details?.[0]?.Field).toBe('x');
  });

  it('are omitted if the API ignores unknown ones', () => {
    expect(validate({ q: 'x', other: '1' }, ListQuery, lenient)).toEqual({ limit: 50, hidden: false, q: 'x' });
  });

  it('cannot reach a prototype', () => {
    const query = Object.assign(Object.create(null) as object, JSON.parse('{"__proto__":["x"]}'));
    expect(() => validate(query)).toThrow(/query is not valid/);
  });
});

describe('a body', () => {
  const body = (value: unknown) => pipe.transform(value, { type: 'body', metatype: Body });

  it('becomes an instance of its class', () => {
    expect(body({ a: 'x' })).toBeInstanceOf(Body);
  });

  it('that is empty is invalid by its missing fields', () => {
    expect(() => body(undefined)).toThrow('a must be a string');
  });

  it('may have UUIDs, and no other text in their place', () => {
    const id = '0198f0c2-7b1e-7000-8000-000000000001';
    expect(body({ a: 'x', id })).toMatchObject({ id });
    expect(() => body({ a: 'x', id: 'inbox' })).toThrow('id must be a UUID');
  });

  it.each([[null], [[]], ['text'], [7]])('must be an object: %j', (value) => {
    expect(() => body(value)).toThrow('the body must be a JSON object');
  });
});
