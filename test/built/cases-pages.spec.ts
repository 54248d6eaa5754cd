import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PagesAccount, ORIGIN } from './calls/pages-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';
import { caseFile, HAS_CASES, PLACE } from './support/cases.js';
import { formOf } from './support/multipart.js';

interface Field {
  rotulo: string;
  tipo: string;
  valor: string;
}

const { dev } = inject('builtStack');
const read = (name: string): Record<string, never[]> =>
  HAS_CASES ? (JSON.parse(caseFile(name).toString('utf8')) as Record<string, never[]>) : {};

/** Values, by the text that says what is right. */
const VALUES: Record<string, unknown[]> = read('pages/field-values.json');
const NOT_SPAM: Field[] = Object.values(read('pages/spam-false-positives.json')).flat();

let pages: PagesAccount;

beforeAll(async () => {
  if (HAS_CASES) pages = new PagesAccount(await BuiltAccount.signUp(dev));
});

interface Lead {
  campos: Record<string, unknown>;
  sinais_spam: string[];
}

/** Returns the lead of a value that a visitor sends in a field; the errors where it is refused. */
async function sent(field: object, value: unknown): Promise<{ lead?: Lead; errors?: unknown }> {
  const campos = [
    { nome: 'email', rotulo: 'E-mail', tipo: 'email' },
    { nome: 'valor', rotulo: 'Valor', ...field },
  ];
  const form = await pages.form({ campos, pais: 'BR' });
  const visitor = pages.account.anonymous('runtime').with({ origin: ORIGIN });
  const answer = await visitor.post(`/f/${form}`, {
    campos: { email: pages.account.address(), valor: value },
    consentimento: true,
  });
  const { leads } = await expectStatus(pages.client.get(`/v1/leads?status=todos&form_id=${form}`), 200);
  if (!leads[0]) return { errors: answer.body };
  return { lead: await expectStatus(pages.client.get(`/v1/leads/${leads[0].id}`), 200) };
}

const rightOf = (text: string): unknown[] => Object.entries(VALUES).find(([key]) => key.startsWith(text))?.[1] ?? [];

describe.skipIf(!HAS_CASES)(`a value as people paste it${PLACE}`, () => {
  it.each([
    ['telefone', 'telefone', '+5511987654321'],
    ['cpf', 'cpf', '52998224725'],
    ['numero, kept as 10', 'numero', 10],
    // A box that is not checked has no value.
    ['booleano', 'booleano', undefined],
    ['email, kept without', 'email', 'ana@example.com'],
    ['email, kept with its A-label', 'email', 'ana@xn--ao-siap.com.br'],
  ])('of %s is kept as it is meant', async (key, tipo, kept) => {
    expect(rightOf(key)).not.toEqual([]);
    for (const value of rightOf(key)) {
      const { lead, errors } = await sent({ tipo }, value);
      expect(lead?.campos['valor'], JSON.stringify([value, errors])).toBe(kept);
    }
  });

  it('of a number in the form of the country is read so, or refused', async () => {
    for (const value of rightOf('numero in a BR form')) {
      const { lead } = await sent({ tipo: 'numero' }, value);
      expect([1234, 1500, undefined], String(value)).toContain(lead?.campos['valor']);
    }
  });
});

describe.skipIf(!HAS_CASES)(`a lead with a link or a sign${PLACE}`, () => {
  it.each(NOT_SPAM)('"$valor" is no spam', async ({ rotulo = 'Mensagem', tipo, valor }) => {
    const { lead, errors } = await sent({ rotulo, tipo }, valor);
    expect(lead?.campos['valor'], JSON.stringify(errors)).toBe(valor);
    // Eleven a minute from one address are a sign of their own.
    expect(lead!.sinais_spam.filter((sign) => /^links?$/.test(sign))).toEqual([]);
  });
});

describe.skipIf(!HAS_CASES)(`a picture${PLACE}`, () => {
  const upload = (name: string, type: string) => {
    const { content, type: contentType } = formOf({ arquivo: { name, type, content: caseFile(`pages/${name}`) } });
    return pages.client.send('POST', '/v1/midias', content, { 'content-type': contentType });
  };

  it('without its last bytes, which every browser shows, is taken', async () => {
    expect((await upload('noeoi.jpg', 'image/jpeg')).status).toBe(201);
  });

  it('inside an SVG is kept, or the file refused', async () => {
    const { status, body, text } = await upload('logo-bitmap.svg', 'image/svg+xml');
    if (status !== 201) return void expect([400, 415, 422], text).toContain(status);
    const { pathname } = new URL(body.url, dev.urls.runtime);
    expect((await pages.account.anonymous('runtime').get(pathname)).text).toContain('<image');
  });
});
