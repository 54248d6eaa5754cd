// Takes the pictures of docs/landing-pages/pictures: the demo page of a running `npm start`, and three templates, each
// published in a brand of its own on the demo account. The account is left as it was.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDevFile } from '../stack/read-dev-file.js';
import { AuthoringClient } from './authoring-client.js';
import { BRANDS } from './brands.js';
import { Camera } from './camera.js';

const DATA_DIR = process.env['DATA_DIR'] || '.data';
const PICTURES = 'docs/landing-pages/pictures';

const FORM = {
  nome: 'Contato',
  campos: [
    { nome: 'nome', rotulo: 'Nome', tipo: 'texto', chave: 'nome', obrigatorio: true },
    {
      nome: 'email',
      rotulo: 'E-mail',
      tipo: 'email',
      chave: 'email',
      obrigatorio: true,
      exemplo: 'voce@empresa.com.br',
    },
    { nome: 'telefone', rotulo: 'Telefone', tipo: 'telefone', chave: 'telefone' },
  ],
  exige_consentimento: true,
  texto_consentimento: 'Concordo em receber e-mails. Posso sair da lista quando quiser.',
};

const file = join(DATA_DIR, 'dev.json');
if (!existsSync(file)) throw new Error(`${file} is missing: run npm start beside this`);
const dev = readDevFile(file);
const camera = await Camera.open(PICTURES);
try {
  if (dev.landingPage) await camera.take('demo', dev.landingPage.url);
  await takeTemplates(await AuthoringClient.login(dev.urls.platform, dev.urls.pages, dev.user, dev.tenant.id));
} finally {
  await camera.close();
}

async function takeTemplates(authoring: AuthoringClient): Promise<void> {
  const { avisos: _, ...chosen } = await authoring.get('/v1/marca');
  const form = await authoring.post('/v1/formularios', FORM);
  try {
    for (const [template, brand] of Object.entries(BRANDS)) {
      await authoring.put('/v1/marca', brand);
      await takeTemplate(authoring, template, String(form['id']));
    }
  } finally {
    await authoring.put('/v1/marca', chosen);
    await authoring.delete(`/v1/formularios/${String(form['id'])}?confirmar=true`);
  }
}

async function takeTemplate(authoring: AuthoringClient, modelo: string, formularioId: string): Promise<void> {
  const values = { titulo: `Foto de ${modelo}`, modelo, formulario_id: formularioId };
  const page = await authoring.post('/v1/paginas/importar', values);
  try {
    await authoring.post(`/v1/paginas/${String(page['id'])}/publicar`, {});
    await camera.take(modelo, `${dev.urls.runtime}/${String(page['slug'])}`);
  } finally {
    await authoring.delete(`/v1/paginas/${String(page['id'])}`);
  }
}
