import { beforeAll, describe, expect, it } from 'vitest';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import { randomNumbers } from '../../../../test/support/random.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { foldText } from '../fold-text.js';
import { ContactCriteria } from './contact-criteria.js';
import { SET_ALL_LIMITS } from './criteria-statement.sql.js';
import { meets, type WireCriterion } from './criteria-oracle.fixture.js';
import { OPERATORS_OF_TYPES } from './criterion-types.js';
import { OPERATOR_NAMES } from './criterion.js';
import { dayIn } from './day-in.js';
import * as some from './random-people.fixture.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const PEOPLE = 120;
const CASES = 400;
const today = dayIn('America/Sao_Paulo', new Date());

/** Seed of the contacts and of the criteria. A failure names it. */
const SEED = Number(process.env['SEED'] ?? Date.now());

let tenant: CrmTenant;
let tenantId: TenantId;
let people: some.Person[];
let criteria: ContactCriteria;
let database: Database;

beforeAll(async () => {
  tenant = await stack.createTenant();
  tenantId = tenant.id;
  people = await some.createPeople(stack, tenant, new some.Chance(randomNumbers(SEED)), today, PEOPLE);
  criteria = stack.app.get(ContactCriteria, { strict: false });
  database = stack.app.get(Database, { strict: false });
});

const parse = (criterios: unknown[], conjuncao?: 'e' | 'ou') =>
  database.tenant(tenantId, (tx) => criteria.parse(tx, tenantId, { criterios, conjuncao }));

/** Contacts that meet the criteria, by the statement of one after the other, and by that of all. */
async function whoMeets(criterios: unknown[], conjuncao: 'e' | 'ou' = 'e') {
  const parsed = await parse(criterios, conjuncao);
  return database.tenant(tenantId, async (tx) => {
    const each = await criteria.matching(
      tx,
      tenantId,
      parsed,
      people.map(({ id }) => id),
    );
    const { sql, condition } = criteria.compile(await criteria.contextOf(tx, tenantId), tenantId, parsed, {
      kind: 'all',
    })!;
    await tx.query(SET_ALL_LIMITS, ['10000']);
    const all = await many<{ id: string }>(tx, sql.text('c.id', condition), sql.values);
    return { each: [...each].toSorted(), all: all.map(({ id }) => id).toSorted() };
  });
}

/** How Postgres counts all contacts that meet the criteria. */
async function planOf(criterios: unknown[], conjuncao: 'e' | 'ou'): Promise<string> {
  const parsed = await parse(criterios, conjuncao);
  return database.tenant(tenantId, async (tx) => {
    const context = await criteria.contextOf(tx, tenantId);
    const { sql, condition } = criteria.compile(context, tenantId, parsed, { kind: 'all' })!;
    await tx.query(SET_ALL_LIMITS, ['10000']);
    return JSON.stringify(await tx.query(`explain (format json) ${sql.text('count(*)', condition)}`, sql.values));
  });
}

/** Values of each field, and the type whose operators it has. */
const FIELDS: [campo: string, type: keyof typeof OPERATORS_OF_TYPES, values: readonly unknown[]][] = [
  ['nome', 'text', [...some.NAMES, 'ana', '%', '_', '\\', 'ávila']],
  ['cidade', 'text', [...some.CITIES, 'sao', 'LUIS', '%']],
  ['utm_campaign', 'text', some.UTM],
  ['campos.apelido', 'text', some.NAMES],
  ['empresa.setor', 'text', some.SECTORS],
  ['estagio', 'choice', some.STAGES],
  ['pais', 'choice', some.COUNTRIES],
  ['campos.plano', 'choice', some.OPTIONS],
  ['empresa.porte', 'choice', ['mei', 'micro', 'pequena']],
  ['marcadores', 'choices', [...some.TAGS, 'vip', 'FIEL']],
  ['campos.gostos', 'choices', some.OPTIONS],
  ['pontuacao', 'number', [0, 1, 4, 9]],
  ['campos.frota', 'number', [-5, 0, 2.5, 7]],
  ['campos.vip', 'boolean', [true, false]],
  ['consentimento.email', 'flag', [true, false]],
  ['consentimento.sms', 'flag', [true, false]],
  ['campos.nascimento', 'date', [0, 3, 20, 39].map((days) => some.daysBefore(today, days))],
  ['criado_em', 'moment', [0, 3, 20, 39].map((days) => some.daysBefore(today, days))],
  ['ultima_atividade_em', 'moment', [0, 3, 20, 39].map((days) => some.daysBefore(today, days))],
  ['email', 'sealed', ['p1@acme.com.br', 'p2@example.com', 'p3@gmail.com', 'p4@gmail.com']],
  ['telefone', 'sealed', [1, 2, 3, 4, 5].map((n) => `+55119${80_000_000 + n}`)],
  ['email_dominio', 'domain', some.DOMAINS],
  ['formularios', 'acts', some.FORMS],
  ['formularios.frm_1', 'act', some.FORMS],
  ['paginas_visitadas', 'acts', some.PAGES],
  ['paginas_visitadas.pag_2', 'act', some.PAGES],
  ['eventos.email_aberto', 'count', [0, 1, 3]],
  ['eventos.compra', 'count', [0, 1, 3]],
];

function randomCriterion(chance: some.Chance): WireCriterion {
  const [campo, type, values] = chance.one(FIELDS);
  const operador = OPERATOR_NAMES[chance.one<keyof typeof OPERATOR_NAMES>(OPERATORS_OF_TYPES[type])];
  const days = 1 + chance.integer(39);
  switch (operador) {
    case 'preenchido':
    case 'vazio':
      return { campo, operador };
    case 'em':
    case 'nao_em':
      return { campo, operador, valor: [chance.one(values), ...chance.some(values)] };
    case 'entre':
      return {
        campo,
        operador,
        valor: [chance.one(values), chance.one(values)].toSorted((a, b) => (a! < b! ? -1 : 1)),
      };
    case 'nos_ultimos_dias':
      return {
        campo,
        operador,
        valor: type === 'count' && chance.integer(2) === 1 ? [1 + chance.integer(3), days] : days,
      };
    default:
      return { campo, operador, valor: chance.one(values) };
  }
}

describe('criteria', () => {
  it(`of ${CASES} kinds find the same contacts one by one, all at once, and the plain way`, async () => {
    const chance = new some.Chance(randomNumbers(SEED));
    let found = 0;
    for (let n = 0; n < CASES; n += 1) {
      const criterios = Array.from({ length: 1 + chance.integer(4) }, () => randomCriterion(chance));
      const conjuncao = chance.one(['e', 'ou'] as const);
      const test = (person: some.Person) => (one: WireCriterion) => meets(person, one, today);
      const expected = people
        .filter((person) => (conjuncao === 'e' ? criterios.every(test(person)) : criterios.some(test(person))))
        .map(({ id }) => id)
        .toSorted();
      const { each, all } = await whoMeets(criterios, conjuncao);
      const shown = `seed ${SEED}: ${conjuncao} ${JSON.stringify(criterios)}`;
      expect(all, shown).toEqual(expected);
      expect(each, shown).toEqual(expected);
      found += expected.length > 0 ? 1 : 0;
    }
    // The cases are worth something: most of them find somebody.
    expect(found).toBeGreaterThan(CASES / 4);
  });

  it('of all contacts read each table once, and ask no index of all tenants', async () => {
    const rows = [
      { campo: 'estagio', operador: 'igual', valor: 'novo' },
      { campo: 'email_dominio', operador: 'em', valor: ['acme.com.br', 'example.com'] },
      { campo: 'formularios.frm_1', operador: 'nos_ultimos_dias', valor: 30 },
      { campo: 'eventos.email_aberto', operador: 'nos_ultimos_dias', valor: 30 },
      { campo: 'eventos.compra', operador: 'maior', valor: 2 },
    ];
    const [all, any] = [await planOf(rows, 'e'), await planOf(rows, 'ou')];
    for (const plan of [all, any])
      expect(plan).not.toMatch(/"(Subplan Name":"SubPlan|Node Type":"(Nested Loop|Index Scan))/);
    // Rows that every contact found has to have are not grouped.
    expect(all.match(/"Join Type":"(Right )?Semi"/g)).toHaveLength(3);
    expect(all.match(/"Node Type":"(Aggregate|Group)"/g)).toHaveLength(2);
    expect(any).not.toContain('Semi"');
    expect(all).not.toMatch(/"Index Cond":"[^"]*stage/);
  });

  it('fold texts in the database as elsewhere', async () => {
    const letters = Array.from({ length: 0x2_ff_ff }, (_, code) => code).filter(
      (code) => code > 0 && !(code >= 0xd8_00 && code <= 0xdf_ff) && /\p{Assigned}/u.test(String.fromCodePoint(code)),
    );
    const texts = letters.map((code) => `a${String.fromCodePoint(code)} B`);
    const rows = await stack.sql<{ folded: string }>(
      'select fold_text(given) as folded from unnest($1::text[]) as given',
      [texts],
    );
    const wrong = texts.filter((text, index) => rows[index]!.folded !== foldText(text));
    // Letters of a version of Unicode that one of the two does not know yet.
    expect(
      wrong.length,
      wrong
        .slice(0, 20)
        .map((text) => text.codePointAt(1)!.toString(16))
        .join(' '),
    ).toBeLessThan(60);
    expect(wrong.filter((text) => text.codePointAt(1)! < 0x5_00)).toEqual([]);
  });

  it.each<[part: string, criterion: object, says: string]>([
    ['campo', { campo: 'apelido', operador: 'igual', valor: 'x' }, 'campos.<chave>'],
    ['campo', { campo: 'campos.outro', operador: 'igual', valor: 'x' }, 'não tem o campo'],
    ['campo', { campo: '__proto__', operador: 'igual', valor: 'x' }, 'não existe'],
    ['operador', { campo: 'estagio', operador: 'contem', valor: 'x' }, 'igual, diferente, em, nao_em'],
    ['operador', { campo: 'email', operador: 'contem', valor: 'x' }, 'email_dominio'],
    ['operador', { campo: 'estagio', operador: 'constructor', valor: 'x' }, 'aceita os operadores'],
    ['valor', { campo: 'estagio', operador: 'igual', valor: 'vendido' }, 'novo, contatado'],
    ['valor', { campo: 'estagio', operador: 'igual' }, 'deve ser um de'],
    ['valor', { campo: 'estagio', operador: 'em', valor: 'novo' }, 'lista'],
    ['valor', { campo: 'estagio', operador: 'em', valor: [] }, 'lista'],
    ['valor', { campo: 'estagio', operador: 'em', valor: Array.from({ length: 501 }, () => 'novo') }, '500'],
    ['valor', { campo: 'estagio', operador: 'preenchido', valor: 'x' }, 'não leva valor'],
    ['valor', { campo: 'nome', operador: 'contem', valor: ' ´ ' }, 'texto'],
    ['valor', { campo: 'nome', operador: 'igual', valor: 'a\0b' }, 'texto'],
    ['valor', { campo: 'pontuacao', operador: 'maior', valor: '3' }, 'número'],
    ['valor', { campo: 'pontuacao', operador: 'entre', valor: [3, 1] }, 'primeiro'],
    ['valor', { campo: 'pontuacao', operador: 'entre', valor: [3] }, 'dois'],
    ['valor', { campo: 'criado_em', operador: 'maior', valor: '2026-02-30' }, 'data'],
    ['valor', { campo: 'criado_em', operador: 'nos_ultimos_dias', valor: 0 }, 'dias'],
    ['valor', { campo: 'campos.nascimento', operador: 'maior', valor: '2026-02-01T10:00:00Z' }, 'AAAA-MM-DD'],
    ['valor', { campo: 'campos.vip', operador: 'igual', valor: 'true' }, 'true ou false'],
    ['valor', { campo: 'pais', operador: 'igual', valor: 'ZZ' }, 'ISO'],
    ['valor', { campo: 'email', operador: 'igual', valor: 'ana' }, 'e-mail'],
    ['valor', { campo: 'email_dominio', operador: 'igual', valor: 'a b' }, 'domínio'],
    ['valor', { campo: 'empresa_id', operador: 'igual', valor: 'x' }, 'UUID'],
    ['valor', { campo: 'eventos.compra', operador: 'nos_ultimos_dias', valor: [1, 2, 3] }, 'vezes'],
  ])('are refused for the %s of %.80j', async (part, criterion, says) => {
    const good = { campo: 'estagio', operador: 'igual', valor: 'novo' };
    const problem = await parse([good, criterion]).then(
      () => null,
      (error: unknown) => error as { message: string; extra: object },
    );
    expect(problem).toMatchObject({ code: 'Unprocessable', extra: { campo: `criterios[1].${part}` } });
    expect(problem!.message).toContain(says);
  });

  it('are 1 to 20, in the place that the caller names', async () => {
    const good = { campo: 'estagio', operador: 'igual', valor: 'novo' };
    await expect(parse([])).rejects.toMatchObject({ code: 'Unprocessable', extra: { campo: 'criterios' } });
    await expect(parse(Array.from({ length: 21 }, () => good))).rejects.toMatchObject({
      extra: { campo: 'criterios' },
    });
    expect((await parse(Array.from({ length: 20 }, () => good))).criteria).toHaveLength(20);
    const inStep = database.tenant(tenantId, (tx) => criteria.parse(tx, tenantId, { criterios: [1] }, 'passos[2].'));
    await expect(inStep).rejects.toMatchObject({ extra: { campo: 'passos[2].criterios[0]' } });
  });

  it('keep no e-mail address and no telephone number in plain text', async () => {
    const stored = await parse([
      { campo: 'email', operador: 'em', valor: ['P1@Acme.com.br', 'ana@example.com'] },
      { campo: 'telefone', operador: 'igual', valor: '(11) 98000-0001' },
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/acme|ana@|98000/i);
    expect(stored.criteria.map(({ value }) => value)).toMatchObject([[{ sealed: expect.any(String) }, {}], [{}]]);
  });
});
