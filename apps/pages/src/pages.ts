import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/core/app';
import type { AppProfile } from '#libs/core/http';
import { PagesModule } from './app.module.js';
import type { PagesConfig } from './config.js';
import { envelope } from './catalogue.js';

/** 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

const PROFILE: AppProfile = {
  service: 'pages',
  envelope,
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'Landing Pages API',
    version: '2026-08-28',
    description: 'Autoria de páginas: versões, publicação, formulários, mídia, domínios, links curtos e testes A/B.',
    tags: {
      Domínios: 'Os hosts da conta, provados por um registro TXT, em que as páginas respondem.',
      Pixels: 'Pixels para outros sites da conta, com domínios e conversões.',
      'Links curtos': 'Endereços curtos que redirecionam, com código QR e contagem de cliques.',
      Marca: 'Cores, fontes e logo que as páginas herdam.',
      Redirecionamentos: 'Caminhos de um domínio que levam a outro endereço.',
      Site: 'O que vale para todas as páginas: SEO, página 404, robots.txt, tags e consentimento.',
      Mídia: 'As imagens da conta, recodificadas em vários tamanhos.',
      Itens: 'O que uma página pode conter.',
      Modelos: 'Páginas prontas para começar.',
      Formulários: 'O que visitantes preenchem, e as regras pelas quais um envio é julgado.',
      Páginas: 'Criar, listar, mover, duplicar, apagar e restaurar páginas.',
      Rascunhos: 'No que os autores estão trabalhando.',
      Versões: 'O documento de uma página em um momento; nunca muda.',
      Publicação: 'O que os visitantes recebem.',
      Visitas: 'O que visitantes fizeram nas páginas e nos sites com pixel, em números.',
      Visões: 'Filtros do relatório de visitas, guardados sob um nome.',
      Experimentos: 'Testes A/B de uma página, seus resultados, e para que versão vai cada visitante.',
      Leads: 'O que foi enviado: recebido de servidores, lido, exportado.',
      Gravações: 'O que visitantes fizeram, gravado com o consentimento deles.',
    },
    isRateLimited: () => true,
  },
};

/** Pages, ready to listen. */
export function createPages(config: PagesConfig): Promise<NestExpressApplication> {
  return createService(PagesModule.forRoot(config), PROFILE, config);
}
