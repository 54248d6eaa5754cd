import { describe, expect, it } from 'vitest';
import { Problem, type ProblemCode, STANDARD_CODES } from '#libs/core/http';
import { MAIL_CODES } from './catalogue.js';
import { envelope } from './envelope.js';

/** The codes of the interface with their statuses. */
const CONTRACT: Record<string, number> = {
  ValidationError: 400,
  BuscaInvalida: 400,
  AuthorizationError: 401,
  InsufficientScope: 403,
  NotFound: 404,
  CaixaComVinculos: 409,
  EnderecoEmUso: 409,
  DominioRemovido: 409,
  CaixaRemetenteInexistente: 422,
  AnexoInfectado: 422,
  origem_automatica: 422,
  origem_conta_iam: 422,
  CaixaAssinada: 422,
  QuotaExceeded: 429,
  SendFailed: 502,
  InternalError: 503,
  AntivirusIndisponivel: 503,
};

const codes = [...Object.keys(STANDARD_CODES), ...Object.keys(MAIL_CODES)] as ProblemCode[];
const answer = (problem: Problem) => envelope.render(problem, 'req_0123456789abcdef');

describe("Mail's envelope", () => {
  it('has every code of the interface, with its status', () => {
    const statuses = codes.map((code) => answer(new Problem(code))).map(({ status, body }) => [body['error'], status]);
    expect(Object.fromEntries(statuses)).toMatchObject(CONTRACT);
  });

  it.each(codes)('answers %s as a code that its schema lists, with a message', (code) => {
    const { body } = answer(new Problem(code));
    expect(envelope.schema.properties?.['error']?.enum).toContain(body['error']);
    expect(body['message']).toBeTypeOf('string');
  });

  it('names the fields at fault', () => {
    const details = [{ Field: 'nome', Message: 'nome must be a string' }];
    expect(answer(new Problem('ValidationError', { details }))).toEqual({
      status: 400,
      body: { error: 'ValidationError', message: 'nome must be a string' },
    });
  });

  it('carries what holds a mailbox', () => {
    const problem = new Problem('CaixaComVinculos', { extra: { vinculos: ['a'] } });
    expect(answer(problem).body).toMatchObject({ error: 'CaixaComVinculos', vinculos: ['a'] });
  });
});
