import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const stack = useStack(crmStack);
const tenant = usePrepared(() => stack.createTenant());
const acme = usePrepared(() => tenant.session('member'));
let events: LeadEvents;

beforeAll(async () => {
  events = new LeadEvents(stack, tenant);
});
async function visited(email: string, origins: Record<string, string>[]): Promise<string> {
  for (const origin of origins) await events.capture(leadOf({ email }, { origin, userAgent: IPHONE }));
  const { contatos } = (await acme.get(`/v1/contatos?q=${encodeURIComponent(email)}`)).body;
  return contatos[0].id;
}

const visits = (id: string, query = '') => acme.get(`/v1/contatos/${id}/visita-pages${query}`);

describe('the visits of a contact', () => {
  it('are those in which it sent a form, newest first, with where they came from', async () => {
    const id = await visited('visita@example.com', [
      { url: 'https://www.example.com/a', utm_source: 'google', utm_campaign: 'inverno' },
      { url: 'https://www.example.com/b', referrer: 'https://news.example.com/' },
    ]);
    const { status, body } = await visits(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      visitas: [
        { url: 'https://www.example.com/b', referrer: 'https://news.example.com/', utm_source: null },
        { url: 'https://www.example.com/a', utm_source: 'google', utm_campaign: 'inverno', utm_term: null },
      ],
      proximo: '',
      dispositivo: 'mobile',
    });
    expect(body.visitas[0]).toMatchObject({
      id: expect.any(String),
      form_id: expect.any(String),
      formulario: expect.any(String),
      ocorrido_em: expect.stringMatching(/^\d{4}-/),
    });
  });

  it('are read page by page', async () => {
    const id = await visited('paginas@example.com', [
      { url: 'https://a.example.com/' },
      { url: 'https://b.example.com/' },
    ]);
    const first = (await visits(id, '?limite=1')).body;
    const second = (await visits(id, `?limite=1&cursor=${first.proximo}`)).body;
    expect([first, second].map(({ visitas }) => visitas[0].url)).toEqual([
      'https://b.example.com/',
      'https://a.example.com/',
    ]);
    expect(second.proximo).toBe('');
    expect((await visits(id, '?cursor=x')).status).toBe(400);
  });

  it('are none for a contact made by hand, and say nothing personal of an anonymized one', async () => {
    const { body: made } = await acme.post('/v1/contatos', { email: 'manual@example.com' });
    expect((await visits(made.id)).body).toEqual({ visitas: [], proximo: '', dispositivo: null });
    const id = await visited('anonimo@example.com', [{ url: 'https://a.example.com/?email=anonimo@example.com' }]);
    await stack.sql('update contact set data_key = null, anonymized_at = now() where id = $1', [id]);
    expect((await visits(id)).body.visitas).toMatchObject([{ url: null, formulario: null }]);
  });

  it('are not found in another account', async () => {
    const rival = await (await stack.createTenant()).session();
    const id = await visited('alheio@example.com', [{ url: 'https://a.example.com/' }]);
    expect((await rival.get(`/v1/contatos/${id}/visita-pages`)).status).toBe(404);
    expect((await visits(newId('cnt'))).status).toBe(404);
  });
});
