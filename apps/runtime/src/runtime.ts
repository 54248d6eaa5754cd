import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/core/app';
import type { AppProfile } from '#libs/core/http';
import { DirectRoutes } from '#libs/core/http-fast';
import { RuntimeModule } from './app.module.js';
import { CollectController } from './collect/ingest/collect.controller.js';
import { Bundles } from './bundles/bundles.js';
import type { RuntimeConfig } from './config.js';
import { runtimeEnvelope } from './envelope.js';
import type { OwnLabel } from './errors/error-page.js';
import { SiteHosts } from './sites/site-hosts.js';
import { SiteSettings } from './sites/site-settings.js';
import { Visits } from './visits/visits.js';
import { addSubmissionRoutes } from './submissions/direct-submissions.js';

/** 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

const PROFILE: Omit<AppProfile, 'envelope'> = {
  service: 'runtime',
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'Pages runtime',
    version: '2026-08-28',
    description: 'What visitors touch: published pages, forms, the pixel, session replay and short links.',
    tags: {
      Arquivos: 'Fontes e scripts, os mesmos em todos os domínios.',
      'Links curtos': 'Endereços curtos que levam a outros.',
      Mídia: 'As imagens das páginas.',
      Páginas: 'As páginas publicadas.',
      Tráfego: 'O que visitantes fazem, para as estatísticas.',
      Formulários: 'O que visitantes preenchem e enviam.',
    },
  },
};

/** The runtime, ready to listen. */
export async function createRuntime(config: RuntimeConfig): Promise<NestExpressApplication> {
  const direct = new DirectRoutes();
  const profile = { ...PROFILE, envelope: runtimeEnvelope((host) => words(host)) };
  const app = await createService(RuntimeModule.forRoot(config), profile, config, { direct, rootRoute: false });
  const [hosts, settings] = [app.get(SiteHosts, { strict: false }), app.get(SiteSettings, { strict: false })];
  answerAtOnce(direct, app.get(Visits, { strict: false }), app.get(Bundles, { strict: false }));
  addCollectRoute(direct, app.get(CollectController, { strict: false }));
  addSubmissionRoutes(direct, app);
  return app;

  /** The words of the tenant whose host a request is for, as far as they are in memory. */
  function words(host: string | undefined): OwnLabel | undefined {
    const setting = settings.peek(hosts.find(host));
    if (!setting) return undefined;
    const { notFoundTitle: title, notFoundText: text, language } = setting;
    return { title: title ?? undefined, text: text ?? undefined, language: language ?? undefined };
  }
}

/** Answers from memory before Express; every other request finds its controller. */
function answerAtOnce(direct: DirectRoutes, visits: Visits, bundles: Bundles): void {
  direct.add('/_f/', '/_f/:arquivo', (name, request) => bundles.answerAtOnce(name, request));
  direct.add('/r/', '/r/:slug', (slug, request) => visits.answerAtOnce(`/r/${slug}`, request));
  direct.add('/', '/:slug', (slug, request) => visits.answerAtOnce(`/${slug}`, request));
}

/** Answers events before Express, with the method of the controller. */
function addCollectRoute(direct: DirectRoutes, controller: CollectController): void {
  direct.addPost('/collect', '/collect', 202, (rest) =>
    rest === '' ? (request, response) => controller.take(request, response) : null,
  );
}
