import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withContext, workContext } from '#libs/core/http';
import type { AppName } from '../../app-names.js';
import { limitDocument } from './document-limits.js';

const schema = buildSchema(`
  type Query { a(first: Int): [Node!] b: [Node!] c: [Node!] d: [Node!] }
  type Node { id: ID next: Node }
`);

const OWNERS: Record<string, AppName> = { a: 'platform', b: 'mail', c: 'pages', d: 'crm' };

const limit =
  (text: string, variables: Record<string, unknown> = {}) =>
  () =>
    withContext(workContext('a request'), () =>
      limitDocument({ schema, document: parse(text), variables, ownerOf: (name) => OWNERS[name] }),
    );

const many = (count: number, field: string) =>
  Array.from({ length: count }, (_, n) => `x${field}${n}: ${field} { id }`).join(' ');

const deep = (depth: number): string => (depth === 1 ? 'id' : `next { ${deep(depth - 1)} }`);

describe('an operation', () => {
  it('has ten root fields of an app at most', () => {
    expect(limit(`{ ${many(10, 'a')} }`)).not.toThrow();
    expect(limit(`{ ${many(11, 'a')} }`)).toThrow('10 root fields of platform');
  });

  it('has thirty root fields at most', () => {
    const thirty = ['a', 'b', 'c'].map((field) => many(10, field)).join(' ');
    expect(limit(`{ ${thirty} }`)).not.toThrow();
    expect(limit(`{ ${thirty} ${many(1, 'd')} }`)).toThrow('30 root fields');
  });

  it('counts the fields of its fragments', () => {
    const text = `{ ...all } fragment all on Query { ${many(11, 'a')} }`;
    expect(limit(text)).toThrow('10 root fields of platform');
  });

  it('is twelve fields deep at most, also by fragments', () => {
    expect(limit(`{ a { ${deep(11)} } }`)).not.toThrow();
    expect(limit(`{ a { ${deep(12)} } }`)).toThrow('12 fields deep');
    expect(limit(`{ a { ...part } } fragment part on Node { ${deep(12)} }`)).toThrow('12 fields deep');
  });

  it('asks for ten thousand values at most', () => {
    expect(limit('query ($n: Int) { a(first: $n) { id } }', { n: 9_000 })).not.toThrow();
    expect(limit('query ($n: Int) { a(first: $n) { id } }', { n: 10_000 })).toThrow('10000 values');
  });

  it('leaves out what its directives leave out', () => {
    const text = `query ($yes: Boolean!) { ${many(10, 'a')} more: a @include(if: $yes) { id } }`;
    expect(limit(text, { yes: true })).toThrow('10 root fields of platform');
    expect(limit(text, { yes: false })).not.toThrow();
  });

  it('with fragments that spread each other many times is judged at once', () => {
    const fragments = Array.from({ length: 60 }, (_, n) => {
      const next = n < 59 ? `...f${n + 1} next { ...f${n + 1} }` : 'id';
      return `fragment f${n} on Node { ${next} }`;
    });
    expect(limit(`{ a { ...f0 } } ${fragments.join(' ')}`)).toThrow('12 fields deep');
  });
});
