import { describe, expect, it } from 'vitest';
import { code, defineCodes, definitionOf, type Defined, STANDARD_CODES, type StandardCode } from './codes.js';
import { detailedEnvelope } from './envelope.js';
import { portugueseEnvelope } from './portuguese.js';
import { Problem } from './problem.js';
import { refusal } from './refusal.js';
import { toProblem } from './to-problem.js';

const NOTES_CODES = defineCodes({ NoteLocked: code(409, 'The note is locked.') });

declare module '#libs/core/http' {
  interface AppCodes extends Defined<typeof NOTES_CODES> {}
}

/** The codes that every API has, with the statuses that the interface and the decisions give them. */
const CONTRACT: Record<string, number> = {
  AuthorizationError: 401,
  PermissionDenied: 403,
  TenantSuspended: 403,
  PlanLimitExceeded: 402,
  NoTenant: 403,
  ValidationError: 400,
  MissingParameter: 422,
  InvalidParameter: 422,
  InvalidJson: 400,
  IdempotencyConflict: 409,
  NotFound: 404,
  Conflict: 409,
  Gone: 410,
  AlreadyExists: 409,
  MethodNotAllowed: 405,
  Throttling: 429,
  QuotaExceeded: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
  ProviderError: 502,
  NotReady: 503,
  PayloadTooLarge: 413,
};

const REQUEST_ID = 'req_0123456789abcdef';
const codes = Object.keys(STANDARD_CODES) as StandardCode[];

describe('the codes', () => {
  it('agree with the contract', () => {
    expect(Object.fromEntries(codes.map((name) => [name, STANDARD_CODES[name].status]))).toEqual(CONTRACT);
  });

  it('are those of the apps, too', () => {
    expect(definitionOf('NoteLocked')).toEqual({ status: 409, message: 'The note is locked.' });
    expect(new Problem('NoteLocked')).toMatchObject({ status: 409, message: 'The note is locked.' });
  });

  it('have one status each', () => {
    expect(() => defineCodes({ NoteLocked: code(410, 'Other') })).toThrow('NoteLocked');
    expect(() => defineCodes({ NotFound: code(400, 'Other') })).toThrow('NotFound');
    expect(() => definitionOf('Unheard' as 'NotFound')).toThrow('Unheard');
  });
});

describe('the detailed envelope', () => {
  const envelope = detailedEnvelope(NOTES_CODES);

  it.each([...codes, 'NoteLocked' as const])('answers %s in full', (name) => {
    const { status, body } = envelope.render(new Problem(name), REQUEST_ID);
    const error = body['Error'] as { Type: string; Code: string; Message: string };
    expect(status).toBe(definitionOf(name).status);
    expect(error).toMatchObject({ Type: status >= 500 ? 'Receiver' : 'Sender', Code: name });
    expect(error.Message).not.toBe('');
    expect(body['RequestId']).toBe(REQUEST_ID);
  });

  it('answers the code of another app as the nearest standard one', () => {
    const { status, body } = detailedEnvelope().render(new Problem('NoteLocked'), REQUEST_ID);
    expect({ status, body }).toMatchObject({ status: 409, body: { Error: { Code: 'Conflict' } } });
  });

  it('names the invalid fields, and adds the extra keys', () => {
    const details = [{ Field: 'Text', Message: 'Text must be a string' }];
    const problem = new Problem('ValidationError', { details, extra: { Hint: 'a' } });
    expect(envelope.render(problem, REQUEST_ID).body).toMatchObject({ Error: { Details: details }, Hint: 'a' });
  });

  it('lists its codes in its schema', () => {
    expect(envelope.schema.properties?.['Error']?.properties?.['Code']?.enum).toEqual([...codes, 'NoteLocked']);
  });
});

describe('the Portuguese envelope', () => {
  const envelope = portugueseEnvelope({ NoteLocked: 'A nota está bloqueada.' }, { caminho_invalido: 'PathInvalid' });
  const answer = (problem: Problem) => envelope.render(problem, REQUEST_ID);

  it.each(codes)('has a text of its own for %s', (name) => {
    const { erro } = answer(new Problem(name)).body;
    expect(erro).toBeTypeOf('string');
    expect(erro).not.toBe(definitionOf(name).message);
  });

  it('gives GraphQL an English code, never a sentence', () => {
    const graphqlOf = (erro: string) => {
      const mensagem = 'Precisa de pelo menos um elemento.';
      return envelope.graphql?.(refusal('InvalidParameter', { erro, mensagem, campo: 'itens' }));
    };
    expect(graphqlOf('caminho_invalido')).toMatchObject({
      code: 'PathInvalid',
      message: 'Precisa de pelo menos um elemento.',
      extensions: { erro: 'caminho_invalido', campo: 'itens' },
    });
    expect(graphqlOf('Documento inválido em itens: Precisa de pelo menos um elemento.')).toMatchObject({
      code: 'InvalidParameter',
      message: 'Documento inválido em itens: Precisa de pelo menos um elemento.',
      extensions: { campo: 'itens' },
    });
  });

  it('knows the codes of the app', () => {
    expect(answer(new Problem('NoteLocked'))).toEqual({ status: 409, body: { erro: 'A nota está bloqueada.' } });
  });

  it('names the invalid fields, each once and with all that is wrong', () => {
    const details = [
      { Field: 'campos[0].nome', Message: 'nome must be a string' },
      { Field: 'campos[0].nome', Message: 'nome must be shorter than or equal to 80 characters' },
      { Field: 'marcadores', Message: 'each value in marcadores must be a string' },
      { Field: 'slug', Message: 'slug deve ter só letras minúsculas' },
      { Field: 'extra', Message: 'property extra should not exist' },
      { Field: 'outro', Message: 'outro breaks a rule without a translation' },
      {
        Field: 'limiar',
        Message: 'limiar is a number beyond 2^53, which would be altered: send it as text',
      },
    ];
    const { erro } = answer(new Problem('ValidationError', { details })).body;
    expect(erro).toBe(
      'Campo inválido: campos[0].nome: deve ser um texto; pode ter no máximo 80 caracteres. ' +
        'Campo inválido: marcadores: deve ser um texto. Campo inválido: slug: deve ter só letras minúsculas. ' +
        'Campo desconhecido: extra. Campo inválido: outro. ' +
        'Campo inválido: limiar: é um número além de 2^53, que perderia dígitos.',
    );
  });

  it('translates the messages of the libs', () => {
    const message = 'The API key lacks the scope pages:read or pages:write';
    const problem = new Problem('PermissionDenied', { message });
    expect(answer(problem).body).toEqual({ erro: 'Falta à chave de API o escopo pages:read ou pages:write.' });
  });

  it('keeps a message that the code sets', () => {
    const problem = new Problem('Conflict', { message: 'caminho_em_uso', extra: { campo: 'caminho' } });
    expect(answer(problem).body).toEqual({ erro: 'caminho_em_uso', campo: 'caminho' });
  });

  it('answers 400 for an invalid parameter', () => {
    expect(answer(new Problem('InvalidParameter')).status).toBe(400);
    expect(answer(new Problem('MissingParameter')).status).toBe(400);
  });
});

describe('toProblem', () => {
  const httpError = (status: number, expose: boolean) =>
    Object.assign(new Error('text of a library'), { status, statusCode: status, expose });

  it.each([
    [413, true, 'PayloadTooLarge', 413],
    [415, true, 'ValidationError', 400],
    [400, true, 'ValidationError', 400],
    [500, false, 'InternalError', 500],
    [404, false, 'InternalError', 500],
  ])('maps a library error of status %i (exposed: %s)', (status, expose, name, expected) => {
    const problem = toProblem(httpError(status, expose));
    expect([problem.code, problem.status]).toEqual([name, expected]);
    expect(problem.message).not.toContain('library');
  });

  it.each([[new Error('relation "x" does not exist')], ['a string'], [undefined], [{ status: 404 }]])(
    'makes an internal error of %o',
    (thrown) => expect(toProblem(thrown).code).toBe('InternalError'),
  );
});
