import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  registerDecorator,
  ValidateIf,
  ValidateNested,
  validateSync,
  type ValidationError,
} from 'class-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ITEM, ListOf, MayBeAbsent, MayBeNull, Nested, OneOf, Text, TextList, TextMap } from '../fields/index.js';
import { type ProblemDetail } from '../problem/problem.js';
import { check, MAX_DETAILS } from './check.js';
import { instantiate, type Instances } from './instantiate.js';

/** A hand-written rule with a computed message that reads the whole object. */
const NotLike =
  (other: string): PropertyDecorator =>
  (prototype, property) =>
    registerDecorator({
      name: 'notLike',
      target: prototype.constructor,
      propertyName: String(property),
      constraints: [other],
      validator: {
        validate: (value, values) => value !== Reflect.get(values?.object ?? {}, other),
        defaultMessage: (values) => `$property of $target must not be like $constraint1 (${values?.targetName})`,
      },
    });

class Leaf {
  @IsString({ message: 'a: $value is no text' }) @MaxLength(3) a: string;
  @IsOptional() @IsInt() @Min(0) @Max(9) b?: number;
}

class Branch {
  @ValidateNested() @Type(() => Leaf) leaf: Leaf;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Leaf) @ArrayMinSize(1) leaves: Leaf[];
  @ValidateIf((branch: Branch) => branch.leaf !== undefined) @IsBoolean() flag: boolean;
}

class Root {
  @IsDefined() @IsIn(['x', 'y', 1]) kind: unknown;
  @IsString({ each: true }) @IsNotEmpty({ each: true }) @IsArray() @ArrayUnique() a: string[];
  @IsEmail() @NotLike('kind') @Length(1, 5, { message: (values) => `${values.property}: 1 to 5` }) b: string;
  @IsOptional() @ValidateNested() @Type(() => Branch) branch?: Branch;
  @ValidateNested({ each: true, message: '$property is odd' }) @Type(() => Leaf) leaf: Leaf;
  @Matches(/^x/) @Matches(/y$/) flag: string;
}

class Child extends Root {
  @IsString() @MaxLength(2) declare flag: string;
  @IsOptional() @ArrayMaxSize(2) leaves?: unknown[];
}

class Own {
  @Text({ min: 1, max: 4 }) a: string;
  @MayBeAbsent() @MayBeNull() @OneOf(['x', 'y']) kind?: string | null;
  @Nested(() => Leaf) leaf: Leaf;
  @ListOf(() => Leaf, { min: 1, max: 10 }) leaves: Leaf[];
  @MayBeAbsent() @TextList({ max: 3, item: ITEM.email }) b?: string[];
  @TextMap({ max: 2 }) branch: Record<string, string>;
}

const scalar = fc.oneof(
  fc.constantFrom('x', 'y', 'xy', '', 'a@b.co', 'long text', 1, 0, -1, 10, 1.5, true, false, null),
  fc.string({ maxLength: 6 }),
  fc.integer(),
);

const name = fc.constantFrom('a', 'b', 'kind', 'leaf', 'leaves', 'branch', 'flag', 'unknown');

const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
}));

const leaf = fc.record(
  { a: fc.oneof(scalar, fc.constant('ok')), b: scalar },
  { requiredKeys: ['a'], noNullPrototype: true },
);
const branch = fc.record(
  {
    leaf: fc.oneof(leaf, json),
    leaves: fc.oneof(fc.array(leaf, { maxLength: 3 }), json),
    flag: fc.oneof(fc.boolean(), json),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Bodies that are nearly right find more than random ones. */
const body = fc.oneof(
  fc.record(
    {
      kind: fc.oneof(fc.constantFrom('x', 'y', 1), json),
      a: fc.oneof(fc.array(fc.constantFrom('x', 'y', '')), fc.constant('text'), json),
      b: fc.oneof(fc.constantFrom('a@b.c', 'a@b.co', 'x'), json, fc.array(fc.constantFrom('a@b.co', 'b'))),
      branch: fc.oneof(branch, json, fc.dictionary(name, fc.constant('x'))),
      leaf: fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), json),
      leaves: fc.oneof(fc.array(leaf, { maxLength: 3 }), json),
      flag: fc.oneof(fc.constantFrom('xy', 'x', 'y', 'yx'), json),
      unknown: json,
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
  fc.dictionary(name, json, { noNullPrototype: true }),
);

function flatten(errors: ValidationError[], path = ''): ProblemDetail[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const step = path === '' ? property : /^\d+$/.test(property) ? `[${property}]` : `.${property}`;
    const own = Object.values(constraints).map((Message) => ({ Field: path + step, Message }));
    return [...own, ...flatten(children, path + step)];
  });
}

function ours(dto: new () => object, source: object): ProblemDetail[] {
  const instances: Instances = {};
  return check(instantiate(dto, source, instances), instances);
}

const OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };

const library = (instance: object): ProblemDetail[] => flatten(validateSync(instance, OPTIONS)).slice(0, MAX_DETAILS);

describe('check', () => {
  it.each([
    ['rules, nesting and lists', Root],
    ['inherited rules', Child],
    ['a class of its own', Branch],
  ])('agrees with class-validator in result and messages: %s', (_label, dto) => {
    fc.assert(
      fc.property(body, (source) => {
        expect(ours(dto, source)).toEqual(library(plainToInstance<object, object>(dto, source)));
      }),
      { numRuns: 1500 },
    );
  });

  it('agrees on our own field decorators, whose instances it made itself', () => {
    fc.assert(
      fc.property(body, (source) => {
        const instances: Instances = {};
        const instance = instantiate(Own, source, instances);
        const verdict = check(instance, instances);
        for (const [object, names] of instances.unknownKeys ?? []) names.forEach((key) => Reflect.set(object, key, 1));
        expect(new Set(verdict.map(asText))).toEqual(new Set(library(instance).map(asText)));
      }),
      { numRuns: 1500 },
    );
  });

  it('rejects an unknown field with the name of an inherited member', () => {
    expect(ours(Leaf, { a: 'x', toString: 1 })).toEqual([
      { Field: 'toString', Message: 'property toString should not exist' },
    ]);
  });

  it('reports at most fifty errors', () => {
    const source = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`unknown${index}`, 1]));
    expect(ours(Root, source)).toHaveLength(MAX_DETAILS);
  });

  it('does not validate the items of a list that is too long', () => {
    const leaves = Array.from({ length: 11 }, () => ({ a: 1 }));
    expect(ours(Own, { a: 'x', leaf: { a: 'x' }, leaves, branch: {} })).toEqual([
      { Field: 'leaves', Message: 'leaves must contain no more than 10 elements' },
    ]);
  });

  it('reports the path of an invalid field', () => {
    const details = ours(Own, { a: 'x', leaf: { a: 'x' }, leaves: [{ a: 'x' }, { a: 'x', more: 1 }, 7], branch: {} });
    expect(details.map(({ Field }) => Field)).toEqual(['leaves', 'leaves[1].more', 'leaves[2]']);
  });
});

const asText = ({ Field, Message }: ProblemDetail): string => `${Field}: ${Message}`;
