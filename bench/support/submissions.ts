import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Form, FormField } from '#libs/sites/forms';
import { newId } from '#libs/core/persistence';
import { createField } from '../../libs/sites/forms/test-support/create-field.js';
import type { AppProcess } from './app-process.js';
import { type Load, OWN_NUMBER } from './load.js';
import type { Pages } from './pages.js';
import type { BenchTenant } from './platform.js';

export const ORIGIN = 'https://www.example.com';
/** Visitors are told apart by their networks; one of them that sends often would be spam. */
const VISITOR = {
  'X-Forwarded-For': `2001:db8:${OWN_NUMBER}::1`,
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
/** A form that is sent sooner after it was shown is judged to be spam. */
const FILLED_IN_MS = 2_000;

export type BenchForm = Pick<Form, 'id' | 'tenantId' | 'name' | 'fields' | 'consentText' | 'legalBasis'>;

const field = (values: Pick<FormField, 'name' | 'label' | 'type'> & Partial<FormField>): FormField =>
  createField({ required: true, ...values });

const FIELDS = [
  field({ name: 'nome', label: 'Nome', type: 'texto', contactField: 'nome' }),
  field({ name: 'email', label: 'E-mail', type: 'email', contactField: 'email' }),
  field({ name: 'telefone', label: 'Telefone', type: 'telefone', contactField: 'telefone' }),
  field({ name: 'mensagem', label: 'Mensagem', type: 'texto_longo', required: false }),
];

/** Adds a form, as most landing pages have one, to the tenant. */
export async function addForm(
  admin: pg.Pool,
  { id: tenantId }: Pick<BenchTenant, 'id'>,
  origin: string,
  form: BenchForm = {
    id: newId('frm'),
    tenantId,
    name: 'Contato',
    fields: FIELDS,
    consentText: 'Aceito receber contato.',
    legalBasis: 'consentimento',
  },
): Promise<BenchForm> {
  await admin.query(
    `insert into form (tenant_id, id, name, fields, button_label, thanks, requires_consent, consent_text, legal_basis, country,
                       origins)
     values ($1, $2, $3, $4, 'Enviar', 'Obrigado!', true, $5, $6, 'BR', array[$7])`,
    [tenantId, form.id, form.name, JSON.stringify(form.fields), form.consentText, form.legalBasis, origin],
  );
  return form;
}

const VALUES = {
  nome: 'Ana Souza',
  email: 'ana.souza@example.test',
  telefone: '+55 11 98765-4321',
  mensagem: 'Gostaria de saber os preços para uma equipe de dez, e se há um período de teste.',
};
const ADDRESS = 'https://www.example.com/oferta?utm_source=boletim&utm_medium=email&utm_campaign=outono';

/** Body that the snippet's script sends. */
function snippetBody(proof: string): string {
  return JSON.stringify({
    campos: VALUES,
    consentimento: true,
    id_externo: `visita-${OWN_NUMBER}`,
    origem: {
      url: ADDRESS,
      referrer: 'https://www.example.org/',
      utm_source: 'boletim',
      utm_medium: 'email',
      utm_campaign: 'outono',
    },
    controle: { prova: proof, site: '' },
  });
}

/** Body that a browser sends for the form of a published page. */
function browserBody(formId: string): string {
  const inputs = {
    ...VALUES,
    consentimento: 'on',
    _formulario: formId,
    _site: '',
    _tempo: '24000',
    _url: ADDRESS,
    _referrer: 'https://www.example.org/',
  };
  return new URLSearchParams(inputs).toString();
}

/** A process of the runtime that takes submissions. */
export function startSubmitting(pages: Pages): Promise<AppProcess> {
  return pages.start('runtime', { ROLE: 'api', TRUST_PROXY: '127.0.0.1' });
}

/** The load of the snippet, with the proof of a form that was shown long enough ago. */
export async function snippetLoad(
  { port }: AppProcess,
  { id }: BenchForm,
): Promise<Omit<Load, 'port' | 'connections' | 'seconds'>> {
  const shown = await fetch(`http://127.0.0.1:${port}/f/${id}`, { headers: { Origin: ORIGIN } });
  const { prova } = (await shown.json()) as { prova: string };
  await delay(FILLED_IN_MS);
  const headers = { ...VISITOR, Origin: ORIGIN };
  return { method: 'POST', path: `/f/${id}`, headers, body: snippetBody(prova), expectedStatus: 200 };
}

/** The load of browsers that send the form of a page; its path is the page's. */
export function browserLoad({ id }: BenchForm): Omit<Load, 'port' | 'path' | 'connections' | 'seconds'> {
  return {
    method: 'POST',
    headers: { ...VISITOR, Accept: 'text/html,*/*;q=0.8' },
    body: browserBody(id),
    contentType: 'application/x-www-form-urlencoded',
    expectedStatus: 303,
  };
}
