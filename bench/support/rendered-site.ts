import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { FONT_ADDRESS, readFontFile } from '#libs/sites/sites';
import { newId } from '#libs/core/persistence';
import '../../apps/pages/src/catalogue.js';
import {
  DEMO_BRAND,
  DEMO_DESCRIPTION,
  DEMO_PICTURES,
  DEMO_TITLE,
  demoDocument,
  type DemoPicture,
} from '../../apps/pages/src/demo/demo-page.js';
import { validateDocument } from '../../apps/pages/src/validation/validate-document.js';
import { PictureEncoder, type EncodedFile } from '../../apps/pages/src/media/picture-encoder.js';
import { PAGE_TEMPLATES, withForm } from '../../apps/pages/src/page-templates/page-templates.js';
import type { PageContext, Picture, RenderedPage } from '../../apps/pages/src/markup/page-context.js';
import { EXAMPLE_FORM, exampleContext } from '../../apps/pages/src/rendering/page-context.fixture.js';
import { renderPage } from '../../apps/pages/src/rendering/render-page.js';

const YEAR = { 'cache-control': 'public, max-age=31536000, immutable' };

interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

/** The templates and the demo page on a server that answers as the runtime does: compressed, with each page's policy. */
export class RenderedSite {
  readonly names: string[] = [];
  readonly origin: string;
  private readonly answers = new Map<string, Answer>();

  private constructor(private readonly server: Server) {
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = Buffer.from('User-agent: *\nAllow: /\n');
    this.answers.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
  }

  static async start(): Promise<RenderedSite> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const site = new RenderedSite(server);
    server.on('request', (request, response) => {
      void site.answer(new URL(request.url!, site.origin).pathname).then((answer) => {
        response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body);
      });
    });
    await site.addPages();
    return site;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(path: string): Promise<Answer | undefined> {
    const known = this.answers.get(path);
    if (known || !path.startsWith(FONT_ADDRESS)) return known;
    const font = await readFontFile(path.slice(FONT_ADDRESS.length));
    return font && { headers: { 'content-type': 'font/woff2', ...YEAR }, body: font };
  }

  private async addPages(): Promise<void> {
    for (const { id, nome, descricao, template } of PAGE_TEMPLATES)
      this.add(id, withForm(template, EXAMPLE_FORM.id), { title: nome, description: descricao });
    const shown = await this.addPictures();
    const ids = Object.fromEntries(shown.map(([name, { id }]) => [name, id])) as Record<DemoPicture, string>;
    const pictures = new Map(shown.map(([, picture]) => [picture.id, picture]));
    const texts = { title: DEMO_TITLE, description: DEMO_DESCRIPTION };
    this.add('demo', demoDocument(EXAMPLE_FORM.id, ids), texts, { pictures, brand: { ...DEMO_BRAND, logoId: null } });
  }

  private add(
    name: string,
    document: object,
    texts: { title: string; description: string },
    changes: Partial<PageContext> = {},
  ): void {
    const base = exampleContext();
    const seo = { ...base.seo, ...texts };
    const page = renderPage(validateDocument(document), {
      ...base,
      ...changes,
      slug: name,
      address: `${this.origin}/${name}`,
      seo,
    });
    this.answers.set(`/${name}`, { headers: headersOf(page), body: brotliCompressSync(page.html) });
    this.names.push(name);
  }

  private async addPictures(): Promise<[name: string, Picture][]> {
    const encoder = new PictureEncoder();
    const pictures: [string, Picture][] = [];
    for (const [name, { draw, description }] of Object.entries(DEMO_PICTURES)) {
      const photo = await sharp(Buffer.from(draw())).jpeg().toBuffer();
      const { full, smaller } = await encoder.encode(photo);
      const files = [...(await encoder.encodeAvif(photo)), ...smaller];
      const { width, height } = full;
      const id = newId('med');
      const sources = files.map((file) => ({
        type: file.type as 'image/avif' | 'image/webp',
        width: file.width,
        address: this.addPicture(id, file),
      }));
      pictures.push([name, { id, width, height, description, sources, address: this.addPicture(id, full) }]);
    }
    return pictures;
  }

  private addPicture(id: string, { label, extension, type, content }: EncodedFile): string {
    const address = `/_m/${id}/${label}.${extension}`;
    this.answers.set(address, { headers: { 'content-type': type, ...YEAR }, body: content });
    return address;
  }
}

const headersOf = ({ policy }: RenderedPage): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'content-encoding': 'br',
});
