import { GraphQLError, Kind } from 'graphql';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { graphqlErrors, Problem, type ProblemCode, refusal, STANDARD_CODES } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { CRM_CODES, envelope as ofCrm } from '../../apps/crm/src/catalogue.js';
import { MAIL_CODES } from '../../apps/mail/src/catalogue.js';
import { envelope as ofMail } from '../../apps/mail/src/envelope.js';
import { ENGLISH_CODES, envelope as ofPages, PAGES_CODES } from '../../apps/pages/src/catalogue.js';
import { envelope as ofPlatform, PLATFORM_CODES } from '../../apps/platform/src/catalogue.js';
import { isOfTests, sourcesIn } from '../house/sources.js';
import { APPS } from '../support/apps.js';

const ENVELOPES = {
  platform: [ofPlatform, PLATFORM_CODES],
  mail: [ofMail, MAIL_CODES],
  pages: [ofPages, PAGES_CODES],
  crm: [ofCrm, CRM_CODES],
} as const;

type AppName = keyof typeof ENVELOPES;

const NAMES = Object.keys(ENVELOPES) as AppName[];
const STANDARD = Object.keys(STANDARD_CODES) as ProblemCode[];
const codesOf = (name: AppName) => [...STANDARD, ...(Object.keys(ENVELOPES[name][1]) as ProblemCode[])];

const ENGLISH = /^[A-Z][A-Za-z]+$/;
/** Words of Portuguese codes, which look like English ones by their form. */
const PORTUGUESE = /Busca|Caixa|Endereco|Dominio|Anexo|Indisponivel|Caminho|Pagina|Midia/;

/** The field `updateThing(input: …)`, which a resolver answered with a Problem. */
const NODE = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: 'updateThing' },
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'input' },
      value: { kind: Kind.OBJECT, fields: [] },
    },
  ],
} as const;

function extensionsOf(name: AppName, problem: Problem): Record<string, unknown> {
  const error = new GraphQLError(problem.message, { nodes: [NODE], path: ['updateThing'], originalError: problem });
  return graphqlErrors(ENVELOPES[name][0])(error.toJSON(), error).extensions ?? {};
}

/** A problem with all that an error may say. */
function problemOf(code: ProblemCode): Problem {
  const details = [
    { Field: 'a[0].b', Message: 'b must not be less than 1' },
    { Field: 'c', Message: 'c is wrong' },
  ];
  return new Problem(code, { details, headers: { 'Retry-After': '7' } });
}

// Errors of ours are logged.
beforeEach(() => void vi.spyOn(logger, 'error').mockReturnValue());

it('has every app that serves GraphQL', () => {
  expect([...NAMES].sort()).toEqual(
    APPS.filter(({ hasGraphql }) => hasGraphql === true)
      .map(({ name }) => name)
      .sort(),
  );
});

describe.each(NAMES)('an error of GraphQL of %s', (name) => {
  it.each(codesOf(name))('has the one form: %s', (code) => {
    const extensions = extensionsOf(name, problemOf(code));
    expect(extensions['code']).toMatch(ENGLISH);
    expect(extensions['code']).not.toMatch(PORTUGUESE);
    expect(extensions).toMatchObject({
      field: 'input.a[0].b',
      fields: [
        { field: 'input.a[0].b', code: 'TooSmall', message: 'b must not be less than 1' },
        { field: 'input.c', code: extensions['code'], message: 'c is wrong' },
      ],
      retryAfter: 7,
    });
  });

  it('has no member that says nothing', () => {
    const { error: _, ...extensions } = extensionsOf(name, new Problem('NotFound'));
    expect(extensions).toEqual({ code: 'NotFound' });
  });
});

describe('the code of an error of GraphQL', () => {
  it.each(STANDARD)('is the same in all apps: %s', (code) => {
    expect(NAMES.map((name) => extensionsOf(name, problemOf(code))['code'])).toEqual(NAMES.map(() => code));
  });

  it('is one for each code of an app that has codes of its own', () => {
    const own = Object.keys(MAIL_CODES).filter((code) => code !== 'InsufficientScope') as ProblemCode[];
    const english = [...STANDARD, ...own].map((code) => extensionsOf('mail', problemOf(code))['code']);
    expect(new Set(english).size).toBe(english.length);
  });

  it('is an English one for each word that `erro` may be, and the word stays', () => {
    const words = new Set<string>();
    for (const { file, text } of sourcesIn(['apps'], /\/src\/.*\.ts$/)) {
      if (!isOfTests(file))
        for (const [, word = ''] of text.matchAll(/\berro: '([a-z]+(?:_[a-z]+)*)'/g)) words.add(word);
    }
    expect([...words].sort()).toEqual(Object.keys(ENGLISH_CODES).sort());
    for (const erro of words) {
      const { code, erro: stays } = extensionsOf('pages', refusal('Conflict', { erro, mensagem: 'Uma frase.' }));
      expect([code, stays]).toEqual([ENGLISH_CODES[erro], erro]);
      expect(code).toMatch(ENGLISH);
    }
  });
});
