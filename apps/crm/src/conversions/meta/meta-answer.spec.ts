import { describe, expect, it } from 'vitest';
import type { OutboundAnswer } from '#libs/core/outbound';
import { judgeMetaAnswer } from './meta-answer.js';

const TOKEN = 'EAABtoken';

const judge = (status: number, body: unknown, headers: OutboundAnswer['headers'] = {}) =>
  judgeMetaAnswer(
    {
      answered: true,
      status,
      headers,
      bodySnippet: typeof body === 'string' ? body : JSON.stringify(body),
      truncated: false,
      durationMs: 1,
    },
    TOKEN,
  );

const errorOf = (code: number, more: object = {}) => ({
  error: { message: 'No', type: 'OAuthException', code, ...more },
});

describe("the provider's answer", () => {
  it('is a success when it has received the event', () => {
    expect(judge(200, { events_received: 1, messages: [], fbtrace_id: 'AbC' })).toEqual({
      delivered: true,
      error: null,
      snippet: 'eventos recebidos: 1; fbtrace_id AbC',
    });
  });

  it.each([{ events_received: 0, messages: ['Sem dados'] }, {}, 'ok', []])('is none with 200 and %j', (body) => {
    expect(judge(200, body)).toMatchObject({ delivered: false, isFinal: true, snippet: null });
  });

  it.each([
    [400, errorOf(100, { error_subcode: 2804003, error_user_msg: 'Evento antigo' })],
    [401, errorOf(190)],
    [403, errorOf(200)],
    [404, 'not json'],
    [301, ''],
  ])('is final with %i and %j', (status, body) => {
    expect(judge(status, body)).toMatchObject({ delivered: false, isFinal: true });
  });

  it.each([
    [429, {}],
    [408, ''],
    [500, errorOf(1)],
    [503, ''],
    [400, errorOf(2, { is_transient: true })],
    [400, errorOf(4)],
    [403, errorOf(613)],
    [400, errorOf(80004)],
  ])('is tried again after %i and %j', (status, body) => {
    expect(judge(status, body)).toMatchObject({ delivered: false, isFinal: false });
  });

  it('says when to come again', () => {
    expect(judge(429, {}, { 'retry-after': '120' }).retryAfterMs).toBe(120_000);
  });

  it('is told in words, without the token that it repeats', () => {
    const { error } = judge(
      400,
      errorOf(190, { message: `Malformed access token ${TOKEN}`, error_subcode: 460, fbtrace_id: 'X' }),
    );
    expect(error).toBe(
      'A Meta recusou o evento (HTTP 400, código 190, subcódigo 460, OAuthException): Malformed access token …: fbtrace_id X',
    );
    expect(judge(400, errorOf(100, { message: 'x'.repeat(9_000) })).error!.length).toBeLessThanOrEqual(500);
  });
});
