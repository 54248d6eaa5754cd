import { expect, it, vi } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { patient, waitUntil } from '#libs/test/testing';
import { activeJourney, journeyOf } from '../../journeys/journeys.fixture.js';
import { csv, ended, sendImport } from '../imports.fixture.js';

/** Rows of each import; 100000 in a long run. */
const ROWS = Number(process.env['JOURNEY_IMPORT'] ?? 1_500);
const ROW_MS = 5;
if (process.env['JOURNEY_IMPORT']) vi.setConfig({ testTimeout: patient(ROWS * ROW_MS) });
/** Memory that an import of any length takes at most, with its segments and journeys, its file and the whole app. */
const MOST_BYTES = 700 * 1024 * 1024;
const SAMPLED_EVERY_MS = 100;
const WAIT = { timeoutMs: 20_000 + ROWS * 4, everyMs: 200 };

const stack = useStack(() => crmStack());

it('segments follow every row of an import, and journeys begin for all of them where it says so, and for none elsewhere', async () => {
  const tenant = await stack.createTenant();
  const acme = await tenant.session('admin');
  const journey = await activeJourney(acme, journeyOf({ gatilho: 'campo_mudou', parametros: { campo: 'cidade' } }));
  const saved = async (valor: string): Promise<string> => {
    const criterios = [{ campo: 'cidade', operador: 'igual', valor }];
    return (await acme.post('/v1/segmentos', { nome: valor, criterios })).body.segmento.id;
  };
  const [natal, recife] = [await saved('Natal'), await saved('Recife')];

  const begun = process.memoryUsage().rss;
  let most = begun;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), SAMPLED_EVERY_MS);
  const run = async (cidade: string, segment: string, options: object) => {
    const startedAt = performance.now();
    const rows = Array.from({ length: ROWS }, (_, n) => `${cidade.toLowerCase()}${n}@acme.test,Pessoa ${n},${cidade}`);
    const config = { mapeamento: { 'E-mail': 'email', Nome: 'nome', Cidade: 'cidade' }, ...options };
    const { status, body, text } = await sendImport(acme, { file: csv('E-mail,Nome,Cidade', ...rows), config });
    expect(status, text).toBe(202);
    const result = await ended(acme, body.importacao.id, WAIT.timeoutMs);
    expect(result).toMatchObject({ estado: 'concluida', processados: ROWS, criados: ROWS });
    const importedAt = performance.now();
    await waitUntil(async () => (await acme.get(`/v1/segmentos/${segment}`)).body.alcance === ROWS, {
      ...WAIT,
      what: `${ROWS} members`,
    });
    return { imported: importedAt - startedAt, followed: performance.now() - importedAt };
  };
  const inside = async () =>
    (
      await stack.sql<{ entries: number; contacts: number }>(
        'select count(*)::int as entries, count(distinct contact_id)::int as contacts from enrollment where journey_id = $1',
        [journey],
      )
    )[0]!;
  const changes = async () => (await stack.sql('select from contact_change where tenant_id = $1', [tenant.id])).length;
  try {
    const silent = await run('Natal', natal, {});
    await waitUntil(async () => (await changes()) === 0, { ...WAIT, what: 'the end of the changes' });
    expect(await inside()).toEqual({ entries: 0, contacts: 0 });
    const loud = await run('Recife', recife, { disparar_jornadas: true });
    await waitUntil(async () => (await inside()).entries >= ROWS, { ...WAIT, what: 'the entries' });
    await waitUntil(async () => (await changes()) === 0, { ...WAIT, what: 'the end of the changes' });
    expect(await inside()).toEqual({ entries: ROWS, contacts: ROWS });
    for (const [segment, city] of [
      [natal, 'Natal'],
      [recife, 'Recife'],
    ]) {
      const members = await stack.sql<{ city: string; count: number }>(
        `select city, count(*)::int as count from segment_member member
           join contact on contact.tenant_id = member.tenant_id and contact.id = member.contact_id
          where member.segment_id = $1 group by city`,
        [segment],
      );
      expect(members).toEqual([{ city, count: ROWS }]);
    }
    expect(most - begun).toBeLessThan(MOST_BYTES);
    const figures = { rows: ROWS, silent, loud, memoryMib: (most - begun) / 2 ** 20 };
    if (process.env['JOURNEY_IMPORT']) process.stdout.write(`${JSON.stringify(figures)}\n`);
  } finally {
    clearInterval(sampling);
  }
});
