import { v7 } from 'uuid';
import type { CrmStack, CrmTenant } from '../../../../test/support/crm-stack.js';

/** Random choices out of a source of numbers from 0 up to 1. */
export class Chance {
  constructor(private readonly random: () => number) {}

  integer(below: number): number {
    return Math.floor(this.random() * below);
  }

  one<T>(values: readonly T[]): T {
    return values[this.integer(values.length)]!;
  }

  some<T>(values: readonly T[], probability = 0.4): T[] {
    return values.filter(() => this.random() < probability);
  }

  maybe<T>(value: () => T, probability = 0.6): T | null {
    return this.random() < probability ? value() : null;
  }
}

export const NAMES = [
  'Ana Ávila',
  'ANA AVILA',
  'José D’Ávila',
  'Bia 100%',
  'bia_1',
  'Straße',
  'Łukasz',
  'Ζωή',
  'O\\Neil',
];
export const CITIES = ['São Paulo', 'SAO PAULO', 'Fortaleza', 'Brasília', 'a%b', 'a_b', 'São  Luís'];
export const TAGS = ['VIP', 'Fiél', 'novo cliente', 'à prazo', 'x_y'];
export const STAGES = ['novo', 'contatado', 'qualificado', 'cliente', 'descartado'];
export const COUNTRIES = ['BR', 'AR', 'PT'];
export const DOMAINS = ['acme.com.br', 'example.com', 'gmail.com'];
export const OPTIONS = ['Prata', 'Ouro', 'Diamante'];
export const FORMS = ['frm_1', 'frm_2', 'frm_3'];
export const PAGES = ['pag_1', 'pag_2'];
export const EVENTS = ['email_aberto', 'email_clicado', 'compra'];
export const SECTORS = ['Alimentação', 'Saúde', 'alimentacao'];
export const CHANNELS = ['email', 'push', 'sms', 'whatsapp'] as const;
export const UTM = ['google', 'Google Ads', 'Indicação', '100%'];

export interface Lead {
  formId: string;
  pageId: string | null;
  day: string;
  isSpam: boolean;
}

export interface DayOfEvents {
  name: string;
  day: string;
  n: number;
}

export interface Person {
  id: string;
  nome: string | null;
  estagio: string;
  pais: string | null;
  cidade: string | null;
  utm_campaign: string | null;
  marcadores: string[];
  pontuacao: number | null;
  criado_em: string;
  ultima_atividade_em: string | null;
  emails: string[];
  telefones: string[];
  campos: Record<string, string | number | boolean | string[]>;
  empresa: { setor: string | null; porte: string | null } | null;
  consentimento: Partial<Record<string, boolean>>;
  leads: Lead[];
  eventos: DayOfEvents[];
}

/** A day so many before one, as text. */
export const daysBefore = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T12:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

const SIZES: Record<string, string> = { mei: 'mei', micro: 'micro', pequena: 'small' };

/** Makes contacts with values of all kinds, in the account's own fields too. Times are the noon of their day in Brazil. */
export async function createPeople(stack: CrmStack, tenant: CrmTenant, chance: Chance, today: string, count: number) {
  const admin = await tenant.session('admin');
  for (const field of [
    { chave: 'apelido', rotulo: 'Apelido', tipo: 'texto' },
    { chave: 'frota', rotulo: 'Frota', tipo: 'numero' },
    { chave: 'vip', rotulo: 'Vip', tipo: 'booleano' },
    { chave: 'nascimento', rotulo: 'Nascimento', tipo: 'data' },
    { chave: 'plano', rotulo: 'Plano', tipo: 'lista', opcoes: OPTIONS },
    { chave: 'gostos', rotulo: 'Gostos', tipo: 'multipla', opcoes: OPTIONS },
  ]) {
    const { status, body } = await admin.post('/v1/campos-personalizados', field);
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
  const people: Person[] = [];
  for (let n = 0; n < count; n += 1) people.push(await createPerson(stack, tenant, chance, today, n));
  return people;
}

async function createPerson(
  stack: CrmStack,
  tenant: CrmTenant,
  chance: Chance,
  today: string,
  n: number,
): Promise<Person> {
  const client = await clientOf(tenant);
  const campos = Object.fromEntries(
    Object.entries({
      apelido: chance.maybe(() => chance.one(NAMES)),
      frota: chance.maybe(() => chance.integer(20) - 5),
      vip: chance.maybe(() => chance.integer(2) === 1),
      nascimento: chance.maybe(() => daysBefore(today, chance.integer(40))),
      plano: chance.maybe(() => chance.one(OPTIONS)),
      gostos: chance.maybe(() => OPTIONS.filter((_, index) => index !== chance.integer(3))),
    }).filter(([, value]) => value !== null),
  ) as Person['campos'];
  const hasPhone = chance.integer(2) === 1;
  const hasEmail = !hasPhone || chance.integer(2) === 1;
  const person: Omit<Person, 'id'> = {
    nome: chance.maybe(() => chance.one(NAMES)),
    estagio: chance.one(STAGES),
    pais: chance.maybe(() => chance.one(COUNTRIES)),
    cidade: chance.maybe(() => chance.one(CITIES)),
    utm_campaign: chance.maybe(() => chance.one(UTM)),
    marcadores: chance.some(TAGS),
    pontuacao: chance.maybe(() => chance.integer(10)),
    criado_em: daysBefore(today, chance.integer(40)),
    ultima_atividade_em: chance.maybe(() => daysBefore(today, chance.integer(40))),
    emails: hasEmail ? [`p${n}@${chance.one(DOMAINS)}`] : [],
    telefones: hasPhone ? [`+55119${String(80_000_000 + n)}`] : [],
    campos,
    empresa: chance.maybe(() => ({
      setor: chance.maybe(() => chance.one(SECTORS)),
      porte: chance.maybe(() => chance.one(Object.keys(SIZES))),
    })),
    consentimento: Object.fromEntries(chance.some(CHANNELS).map((channel) => [channel, chance.integer(2) === 1])),
    leads: Array.from({ length: chance.integer(3) }, () => ({
      formId: chance.one(FORMS),
      pageId: chance.maybe(() => chance.one(PAGES)),
      day: daysBefore(today, chance.integer(40)),
      isSpam: chance.integer(4) === 0,
    })),
    eventos: EVENTS.flatMap((name) =>
      chance
        .some([0, 1, 5, 20, 35], 0.25)
        .map((ago) => ({ name, day: daysBefore(today, ago), n: 1 + chance.integer(3) })),
    ),
  };
  const { status, body } = await client.post('/v1/contatos', {
    email: person.emails[0],
    telefone: person.telefones[0],
    nome: person.nome ?? undefined,
    estagio: person.estagio,
    pais: person.pais ?? undefined,
    cidade: person.cidade ?? undefined,
    marcadores: person.marcadores,
    campos,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  await insertOthers(stack, tenant.id, body.id, person);
  return { ...person, id: body.id };
}

const clients = new WeakMap<CrmTenant, Promise<Awaited<ReturnType<CrmTenant['session']>>>>();

function clientOf(tenant: CrmTenant) {
  const known = clients.get(tenant) ?? tenant.session('member');
  clients.set(tenant, known);
  return known;
}

async function insertOthers(stack: CrmStack, tenantId: string, id: string, person: Omit<Person, 'id'>): Promise<void> {
  const noon = (day: string | null) => day && `${day}T12:00:00-03:00`;
  await stack.sql(
    `update contact set score = $2, utm_campaign = $3, created_at = $4, last_person_activity_at = $5 where id = $1`,
    [id, person.pontuacao, person.utm_campaign, noon(person.criado_em), noon(person.ultima_atividade_em)],
  );
  if (person.empresa) {
    const companyId = v7();
    await stack.sql(
      `insert into company (tenant_id, id, name, name_key, sector, sector_key, size)
       values ($1, $2::uuid, $2::uuid::text, $2::uuid::text, $3::text, fold_text($3::text), $4)`,
      [tenantId, companyId, person.empresa.setor, person.empresa.porte && SIZES[person.empresa.porte]],
    );
    await stack.sql('update contact set company_id = $2 where id = $1', [id, companyId]);
  }
  for (const [channel, granted] of Object.entries(person.consentimento))
    for (const one of [!granted, granted])
      await stack.sql(
        `insert into consent_change (tenant_id, contact_id, id, channel, granted) values ($1, $2, $3, $4, $5)`,
        [tenantId, id, v7(), channel, one],
      );
  for (const { formId, pageId, day, isSpam } of person.leads)
    await stack.sql(
      `insert into lead_receipt (tenant_id, lead_id, contact_id, form_id, page_id, captured_at, retracted_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      // Not now: in the morning the noon of today is yet to come.
      [tenantId, `lea_${v7()}`, id, formId, pageId, noon(day), isSpam ? noon(day) : null],
    );
  for (const { name, day, n } of person.eventos)
    await stack.sql(`insert into contact_event_day (tenant_id, contact_id, name, day, n) values ($1, $2, $3, $4, $5)`, [
      tenantId,
      id,
      name,
      day,
      n,
    ]);
}
