import { beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../test/support/http-client.js';
import { useStack } from '../../../test/support/use-stack.js';
import { seed } from './seed.js';

const stack = useStack(() => crmStack());
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
});

const seedOne = () => seed({ DATABASE_URL: stack.database.url, SEED_TENANT_ID: tenant.id });
const listed = async (list: string) => (await acme.get(`/v1/${list}`)).body[list] as { id: string }[];

describe('the seed of the CRM', () => {
  it('makes a journey that can be turned on as it is', async () => {
    await seedOne();
    const [journey] = await listed('jornadas');
    expect(journey).toMatchObject({ nome: 'Boas-vindas', gatilho: 'lead_capturado', ativa: false });
    const { status, text } = await acme.put(`/v1/jornadas/${journey!.id}/ativa`, { ativa: true });
    expect(status, text).toBe(200);
  });

  it('makes a journey that says the same when it is written again', async () => {
    await seedOne();
    const [journey] = await listed('jornadas');
    const {
      id,
      ativa: _,
      versao: __,
      criado_em: ___,
      atualizado_em: ____,
      ...given
    } = (await acme.get(`/v1/jornadas/${journey!.id}`)).body;
    const { status, body, text } = await acme.put(`/v1/jornadas/${id}`, given);
    expect(status, text).toBe(200);
    expect(body).toMatchObject(given);
  });

  it('makes a segment that has the contacts from before', async () => {
    const contact = (await acme.post('/v1/contatos', { email: 'ana@example.com' })).body.id;
    await seedOne();
    const [segment] = await listed('segmentos');
    const members = await waitUntil(async () => {
      const { contatos } = (await acme.get(`/v1/segmentos/${segment!.id}/contatos`)).body;
      return contatos.length > 0 && contatos;
    });
    expect(members).toMatchObject([{ id: contact }]);
  });

  it('makes an alert that is calm', async () => {
    await seedOne();
    expect(await listed('alertas')).toMatchObject([{ nome: 'Um dia sem leads', estado: 'calmo', ativo: true }]);
  });

  it('makes nothing again that users have deleted', async () => {
    await seedOne();
    const [[journey], [segment], [alert]] = [
      await listed('jornadas'),
      await listed('segmentos'),
      await listed('alertas'),
    ];
    await acme.delete(`/v1/jornadas/${journey!.id}`);
    await acme.delete(`/v1/segmentos/${segment!.id}`);
    await acme.delete(`/v1/alertas/${alert!.id}`);
    await seedOne();
    expect([await listed('jornadas'), await listed('segmentos'), await listed('alertas')]).toEqual([[], [], []]);
  });
});
