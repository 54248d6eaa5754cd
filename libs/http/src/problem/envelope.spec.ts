import { describe, expect, it } from 'vitest';
import { type EnvelopeKind } from '../profile.js';
import { CATALOGUE, type ProblemCode } from './catalogue.js';
import { renderProblem } from './envelope.js';
import { Problem } from './problem.js';
import { toProblem } from './to-problem.js';

/** The codes of the interface with the statuses that it, and the decisions on what it leaves open, give them. */
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
  SmtpError: 502,
  ProviderError: 502,
  NotReady: 503,
  LogoutFailed: 502,
  PayloadTooLarge: 413,
  DomainNotVerified: 422,
  SuppressedAddress: 422,
  InvalidRecipient: 422,
  NotInstalled: 404,
  BuscaInvalida: 400,
  InsufficientScope: 403,
  CaixaComVinculos: 409,
  EnderecoEmUso: 409,
  DominioRemovido: 409,
  CaixaRemetenteInexistente: 422,
  AnexoInfectado: 422,
  origem_automatica: 422,
  origem_conta_iam: 422,
  CaixaAssinada: 422,
  SendFailed: 502,
  AntivirusIndisponivel: 503,
};

const MAIL_STATUSES: Record<string, number> = { ...CONTRACT, InternalError: 503 };

const REQUEST_ID = 'req_0123456789abcdef';
const render = (kind: EnvelopeKind, problem: Problem) => renderProblem(kind, problem, REQUEST_ID);
const codes = Object.keys(CATALOGUE) as ProblemCode[];

describe('the catalogue', () => {
  it('agrees with the contract', () => {
    const statuses = Object.fromEntries(codes.map((code) => [code, CATALOGUE[code].status]));
    expect(statuses).toEqual({ ...CONTRACT, PreconditionRequired: 428, NotImplemented: 501 });
  });

  it.each(codes)('%s is a proper error of Platform', (code) => {
    const { status, body } = render('platform', new Problem(code));
    const error = body['Error'] as { Type: string; Code: string; Message: string };
    expect(error.Type).toBe(status >= 500 ? 'Receiver' : 'Sender');
    expect(error.Message).not.toBe('');
    expect(CONTRACT[error.Code]).toBeDefined();
    expect(body['RequestId']).toBe(REQUEST_ID);
  });

  it.each(codes)('%s is a proper error of Mail', (code) => {
    const { status, body } = render('mail', new Problem(code));
    const expected = MAIL_STATUSES[body['error'] as string];
    if (expected !== undefined) expect(status).toBe(expected);
    expect(body['message']).toBeTypeOf('string');
  });
});

describe('the envelopes', () => {
  const problem = new Problem('ValidationError', { details: [{ Field: 'nome', Message: 'nome must be a string' }] });

  it.each([
    [
      'platform',
      { Error: expect.objectContaining({ Code: 'ValidationError', Details: problem.details }), RequestId: REQUEST_ID },
    ],
    ['mail', { error: 'ValidationError', message: 'nome must be a string' }],
    ['pages', { erro: 'Campo inválido: nome.' }],
    ['crm', { erro: 'Campo inválido: nome.' }],
    ['runtime', { error: { message: 'nome must be a string' } }],
  ] as const)('of %s', (kind, body) => {
    expect(render(kind, problem)).toEqual({ status: 400, body });
  });

  it('speak Portuguese where the API does, unless the thrower said the words', () => {
    expect(render('crm', new Problem('NotFound')).body).toEqual({ erro: 'Não encontrado.' });
    expect(render('pages', new Problem('Conflict', { message: 'caminho_em_uso' })).body).toEqual({
      erro: 'caminho_em_uso',
    });
  });

  it('take a bad parameter as a malformed query outside Platform', () => {
    const statuses = (['platform', 'mail', 'pages', 'crm', 'runtime'] as const).map(
      (kind) => render(kind, new Problem('InvalidParameter')).status,
    );
    expect(statuses).toEqual([422, 400, 400, 400, 400]);
  });

  it('carry further keys where an API shows some', () => {
    const refused = new Problem('CaixaComVinculos', { extra: { vinculos: ['a'] } });
    expect(render('mail', refused).body).toMatchObject({ error: 'CaixaComVinculos', vinculos: ['a'] });
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
  ])('maps a library error of status %i (exposed: %s)', (status, expose, code, expected) => {
    const problem = toProblem(httpError(status, expose));
    expect([problem.code, problem.status]).toEqual([code, expected]);
    expect(problem.message).not.toContain('library');
  });

  it.each([[new Error('relation "x" does not exist')], ['a string'], [undefined], [{ status: 404 }]])(
    'makes an internal error of %o',
    (thrown) => expect(toProblem(thrown).code).toBe('InternalError'),
  );
});
