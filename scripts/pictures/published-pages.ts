import type { DevFile } from '../stack/read-dev-file.js';
import { AuthoringClient } from './authoring-client.js';
import { BRANDS } from './brands.js';
import { Camera } from './camera.js';

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

/** Takes the demo page, and three templates, each published in a brand of its own. The demo account is left as it was. */
export async function takePublishedPages(dev: DevFile): Promise<void> {
  const camera = await Camera.open(PICTURES);
  try {
    if (dev.landingPage) await camera.take('demo', dev.landingPage.url);
    const authoring = await AuthoringClient.login(dev.urls.platform, dev.urls.pages, dev.user, dev.tenant.id);
    await new TemplatePictures(camera, authoring, dev.urls.runtime).takeAll();
  } finally {
    await camera.close();
  }
}

class TemplatePictures {
  constructor(
    private readonly camera: Camera,
    private readonly authoring: AuthoringClient,
    private readonly runtimeUrl: string,
  ) {}

  async takeAll(): Promise<void> {
    const { avisos: _, ...chosen } = await this.authoring.get('/v1/marca');
    const form = await this.authoring.post('/v1/formularios', FORM);
    try {
      for (const [template, brand] of Object.entries(BRANDS)) {
        await this.authoring.put('/v1/marca', brand);
        await this.take(template, String(form['id']));
      }
    } finally {
      await this.authoring.put('/v1/marca', chosen);
      await this.authoring.delete(`/v1/formularios/${String(form['id'])}?confirmar=true`);
    }
  }

  private async take(modelo: string, formularioId: string): Promise<void> {
    const values = { titulo: `Foto de ${modelo}`, modelo, formulario_id: formularioId };
    const page = await this.authoring.post('/v1/paginas/importar', values);
    try {
      await this.authoring.post(`/v1/paginas/${String(page['id'])}/publicar`, {});
      await this.camera.take(modelo, `${this.runtimeUrl}/${String(page['slug'])}`);
    } finally {
      await this.authoring.delete(`/v1/paginas/${String(page['id'])}`);
    }
  }
}
