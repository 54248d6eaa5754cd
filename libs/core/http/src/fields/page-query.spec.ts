import 'reflect-metadata';
import { createRequire } from 'node:module';
import * as graphql from '@nestjs/graphql';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { declareArguments } from '../graphql/arguments.js';
import { CompiledValidationPipe } from '../validation/validation-pipe.js';
import { pageQuery } from './page-query.js';
import { QueryEnum } from './query-fields.js';

const { Args, ArgsType, GraphQLSchemaBuilderModule, GraphQLSchemaFactory, Query, Resolver } = graphql;

@ArgsType()
class ListThingsQuery extends pageQuery(100) {
  @QueryEnum(['new', 'used'])
  state?: string;
}

@Resolver()
class ThingsResolver {
  @Query(() => [String])
  things(@Args() _query: ListThingsQuery): string[] {
    return [];
  }
}

const pipe = new CompiledValidationPipe();
/** Nest hands the arguments of a GraphQL field to pipes as a body. */
const fromArgs = (args: object): unknown => pipe.transform(args, { type: 'body', metatype: ListThingsQuery });
const fromUrl = (query: object): unknown => pipe.transform(query, { type: 'query', metatype: ListThingsQuery });

describe('a class of query fields', () => {
  it('gives GraphQL its arguments, a number beyond 32 bits as a text', async () => {
    declareArguments(graphql);
    const module = await Test.createTestingModule({ imports: [GraphQLSchemaBuilderModule] }).compile();
    const schema = await module.get(GraphQLSchemaFactory).create([ThingsResolver]);
    // The same copy of the package that Nest has loaded.
    const { printSchema } = createRequire(import.meta.url)('graphql') as { printSchema: (of: object) => string };
    const sdl = printSchema(schema);
    for (const argument of ['cursor: String\n', 'limit: Int = 50\n', 'state: String\n'])
      expect(sdl).toContain(argument);
  });

  it('makes the same object of arguments as of a URL', () => {
    const wanted = Object.assign(new ListThingsQuery(), { cursor: 7_000_000_000, limit: 20, state: 'new' });
    expect(fromArgs({ cursor: '7000000000', limit: 20, state: 'new' })).toEqual(wanted);
    expect(fromUrl({ cursor: '7000000000', limit: '20', state: 'new' })).toEqual(wanted);
  });

  it('takes a null of GraphQL as absent', () => {
    expect(fromArgs({ cursor: null, limit: null, state: null })).toEqual(fromUrl({}));
  });

  it.each([{ limit: 101 }, { limit: 50, cursor: '-1' }, { limit: 50, cursor: 'x' }, { limit: 50, state: 'lost' }])(
    'rejects the arguments %j',
    (args) => {
      expect(() => fromArgs(args)).toThrow(expect.objectContaining({ code: 'InvalidParameter' }));
    },
  );
});
